// Owns the cell of attachments with their kind and size.

import { isFileId } from '../../api/files.ts'
import { toSize } from '../../ui/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
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
  return { name: String(name ?? entry), url: imageUrl(entry), size: toSize(size) }
}

export function FilesCell({ value }: CellProps) {
  if (!Array.isArray(value) || value.length === 0) return <>—</>
  return (
    <ul className="eq-files">
      {value.filter(isFileId).map((id) => (
        <li key={id}>
          <Icon name="file" />
          <StoredFile id={id} />
        </li>
      ))}
      {value
        .filter((entry) => !isFileId(entry))
        .map(toFile)
        .map(({ name, url, size }) => (
          <li key={url ?? name}>
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
