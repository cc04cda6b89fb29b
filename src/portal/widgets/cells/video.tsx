// Draws the cell that plays an uploaded video, with its poster.
import { fileUrl, isFileId } from '#portal/core/api/file-client.ts'
import { isPublicStateOf } from '#portal/core/configuration/manifest.ts'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import { imageUrl } from '#portal/widgets/media/picture-url.ts'
import { useStoredUrl } from '#portal/widgets/media/stored-file.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function VideoCell({ value, item, column }: CellProps) {
  const [id] = (Array.isArray(value) ? value : []).filter(isFileId)
  const { poster, missing } = optionsOf<'cells/video'>(column)
  const isOpen = isPublicStateOf(item.status)
  const stored = useStoredUrl(isOpen ? undefined : id)
  const url = isOpen && id ? fileUrl(id) : stored
  if (id === undefined)
    return missing ? (
      <div className="eq-video-missing">
        <ItemCover item={item} icon={false} />
        <p>{missing}</p>
      </div>
    ) : (
      <>—</>
    )
  if (url === null) return <p className="eq-muted">视频暂时无法播放，请稍后刷新页面</p>
  if (url === undefined) return <p className="eq-muted">正在读取视频…</p>
  const cover = poster ? imageUrl(item[poster]) : null
  return (
    <video
      className="eq-video"
      src={url}
      controls
      preload="metadata"
      playsInline
      aria-label={column.label}
      {...(isOpen && cover ? { poster: cover } : {})}
    />
  )
}
