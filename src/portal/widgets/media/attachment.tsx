// Draws the card of one attachment: its kind, name and size, and a preview of a picture or a PDF file.
import { lazy, Suspense, useState } from 'react'
import { fileUrl, isPdf, isPicture } from '#portal/core/api/file-client.ts'
import { Button } from '#portal/ui/button.tsx'
import { Icon } from '#portal/ui/icon.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import { LazyPdfReader } from './lazy-pdf-reader.tsx'
import { PictureImage } from './picture.tsx'
import { StoredFile, useFileInfo } from './stored-file.tsx'

const Lightbox = lazy(async () => ({
  default: (await import('#portal/features/gallery/lightbox.tsx')).Lightbox,
}))

interface Props {
  readonly id: string
  /** Purpose for which the file was submitted. */
  readonly label: string
  readonly item: Item
}

/** Letters of the name's ending, as people call the kind. */
const kindOf = (name: string): string => /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? ''

export function Attachment({ id, label, item }: Props) {
  const info = useFileInfo(id)
  const [isOpen, setOpen] = useState(false)
  const name = info?.name ?? ''
  const picture = info && isPicture(info) ? { url: fileUrl(id), alt: info.alt || name } : null
  const reads = info && isPdf(info) ? info : null
  return (
    <li data-open={(reads && isOpen) || undefined}>
      {picture ? (
        <button type="button" className="eq-file-picture" onClick={() => setOpen(true)}>
          <PictureImage src={picture.url} alt={`预览${name}`} item={item} />
        </button>
      ) : (
        <span className="eq-file-kind" data-kind={kindOf(name)} aria-hidden>
          {kindOf(name) || <Icon name="file" />}
        </span>
      )}
      <div>
        {label ? <span className="eq-muted">{label}：</span> : null}
        <StoredFile id={id} />
      </div>
      {reads ? (
        <Button
          aria-expanded={isOpen}
          aria-label={`${isOpen ? '收起' : '预览'}${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '收起' : '预览'}
        </Button>
      ) : null}
      {reads && isOpen ? <LazyPdfReader id={id} label={name} /> : null}
      {picture && isOpen ? (
        <Suspense>
          <Lightbox
            pictures={[picture]}
            item={item}
            index={0}
            onTurn={() => undefined}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </li>
  )
}
