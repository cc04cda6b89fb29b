// Draws the cell of attachments with their kind and size.

import { isFileId } from '#portal/core/api/file-client.ts'
import { toSize } from '#portal/ui/format/format-number.ts'
import { keyed } from '#portal/ui/format/keyed-entries.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Attachment } from '#portal/widgets/media/attachment.tsx'
import { imageUrl } from '#portal/widgets/media/picture-url.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

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

export function FilesCell({ value, item }: CellProps) {
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
        <Attachment key={key} id={id} label={label} item={item} />
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
