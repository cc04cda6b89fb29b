// Draws the pictures and files of messages, which only the two participants may read.
import { lazy, Suspense, useState } from 'react'
import { saveFile } from '#portal/core/api/file-client.ts'
import { toast } from '#portal/core/state/toast.ts'
import { toSize } from '#portal/ui/format/format-number.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { useStoredUrl } from '#portal/widgets/media/use-stored-url.ts'
import type { ChatFile } from '#shared/calls/chat-answers.ts'

const Lightbox = lazy(async () => ({
  default: (await import('#portal/features/gallery/lightbox.tsx')).Lightbox,
}))

export function ChatPicture({ file }: { readonly file: ChatFile }) {
  const url = useStoredUrl(file.id)
  const [isLarge, setLarge] = useState(false)
  if (url === null) return <p className="eq-muted">图片加载失败，请刷新页面</p>
  return (
    <>
      <button type="button" className="eq-chat-picture" disabled={!url} onClick={() => setLarge(true)}>
        {url ? (
          <img src={url} alt={`查看大图：${file.name}`} />
        ) : (
          <span className="eq-sr-only">正在读取图片</span>
        )}
      </button>
      {isLarge && url ? (
        <Suspense fallback={null}>
          <Lightbox
            pictures={[{ url, alt: file.name }]}
            item={{ id: file.id, title: file.name }}
            index={0}
            onTurn={() => undefined}
            onClose={() => setLarge(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

export function ChatFileButton({ file }: { readonly file: ChatFile }) {
  return (
    <button
      type="button"
      className="eq-chat-file"
      onClick={() => saveFile(file).catch(() => toast.error('下载失败，请重试'))}
    >
      <Icon name="file" />
      <span>
        <b>{file.name}</b>
        <small>{toSize(file.size)}，点击下载</small>
      </span>
    </button>
  )
}
