// Owns the cell of attachments with their kind and size.

import { isFileId } from '../../api/files.ts'
import { toSize } from '../../ui/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { keyed } from '../../ui/keyed.ts'
import { toText } from '../../ui/to-text.ts'
import { Attachment } from '../attachment.tsx'
import { imageUrl } from '../image-url.ts'
import type { CellProps } from '../widget-props.ts'

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
  /** What the file was handed in as. */
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
