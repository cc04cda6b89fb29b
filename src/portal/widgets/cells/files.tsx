// Draws the cell of attachments with their kind and size.

import { lazy, Suspense, useState } from 'react'
import { fileUrl, isFileId, isPdf, isPicture } from '#portal/core/api/file-client.ts'
import { Button } from '#portal/ui/button.tsx'
import { toSize } from '#portal/ui/format/format-number.ts'
import { keyed } from '#portal/ui/format/keyed-entries.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { PictureImage } from '#portal/widgets/media/picture.tsx'
import { imageUrl } from '#portal/widgets/media/picture-url.ts'
import { LazyPdfReader, StoredFile, useFileInfo } from '#portal/widgets/media/stored-file.tsx'
import type { CellProps } from '#portal/widgets/widget-props.ts'

const Lightbox = lazy(async () => ({
  default: (await import('#portal/features/gallery/lightbox.tsx')).Lightbox,
}))

interface Props {
  readonly id: string
  /** Purpose for which the file was submitted. */
  readonly label: string
}

/** Letters of the name's ending, as people call the kind. */
const kindOf = (name: string): string => /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? ''

/** Draws the card of one attachment: its kind, name and size, and a preview of a picture or a PDF file. */
function Attachment({ id, label }: Props) {
  const info = useFileInfo(id)
  const [isOpen, setOpen] = useState(false)
  const name = info?.name ?? ''
  const picture = info && isPicture(info) ? { url: fileUrl(id), alt: info.alt || name } : null
  const reads = info && isPdf(info) ? info : null
  return (
    <li data-open={(reads && isOpen) || undefined}>
      {picture ? (
        <button type="button" className="eq-file-picture" onClick={() => setOpen(true)}>
          <PictureImage src={picture.url} alt={`预览${name}`} />
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
          <Lightbox pictures={[picture]} index={0} onTurn={() => undefined} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </li>
  )
}

interface File {
  readonly name: string
  readonly url: string | null
  readonly size: string
}

function toFile(entry: unknown): File {
  const { name, size } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
  const url = imageUrl(entry)
  return { name: toText(name) || url || (typeof entry === 'string' ? entry : ''), url, size: toSize(size) }
}

interface Stored {
  readonly id: string
  /** Purpose for which the file was submitted. */
  readonly label: string
}

function toStored(entry: unknown): Stored[] {
  if (isFileId(entry)) return [{ id: entry, label: '' }]
  const { id, label } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
  return isFileId(id) ? [{ id, label: toText(label) }] : []
}

export function FilesCell({ value }: CellProps) {
  const entries: readonly unknown[] = Array.isArray(value) ? value : []
  const stored = [...new Map(entries.flatMap(toStored).map((file) => [`${file.label} ${file.id}`, file]))]
  const files = entries
    .filter((entry) => toStored(entry).length === 0)
    .map(toFile)
    .filter(({ name }) => name !== '')
  if (stored.length === 0 && files.length === 0) return <>—</>
  return (
    <ul className="eq-files">
      {stored.map(([key, { id, label }]) => (
        <Attachment key={key} id={id} label={label} />
      ))}
      {keyed(files, (file) => file.url ?? file.name).map(({ key, entry: { name, url, size } }) => (
        <li key={key}>
          <span className="eq-file-kind" aria-hidden>
            <Icon name="file" />
          </span>
          {url === null ? (
            name
          ) : (
            <a href={url} download={name}>
              {name}
            </a>
          )}
          {size ? <small className="eq-muted">{size}</small> : null}
        </li>
      ))}
    </ul>
  )
}
