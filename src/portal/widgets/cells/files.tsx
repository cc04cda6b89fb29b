// Owns the cell of attachments with their kind and size.

import { isFileId } from '../../api/files.ts'
import { toSize } from '../../ui/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { keyed } from '../../ui/keyed.ts'
import { toText } from '../../ui/to-text.ts'
import { imageUrl } from '../image-url.ts'
import { StoredFile } from '../stored-file.tsx'
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

export function FilesCell({ value }: CellProps) {
  const entries: readonly unknown[] = Array.isArray(value) ? value : []
  const stored = [...new Set(entries.filter(isFileId))]
  const files = entries
    .filter((entry) => !isFileId(entry))
    .map(toFile)
    .filter(({ name }) => name !== '')
  if (stored.length === 0 && files.length === 0) return <>—</>
  return (
    <ul className="eq-files">
      {stored.map((id) => (
        <li key={id}>
          <Icon name="file" />
          <StoredFile id={id} />
        </li>
      ))}
      {keyed(files, (file) => file.url ?? file.name).map(({ key, entry: { name, url, size } }) => (
        <li key={key}>
          <Icon name="file" />
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
