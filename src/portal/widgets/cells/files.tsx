// Owns the cell of attachments with their kind and size.
import { toSize } from '../../ui/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { keyed } from '../../ui/keyed.ts'
import { toText } from '../../ui/to-text.ts'
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

export function FilesCell({ value }: CellProps) {
  const files = (Array.isArray(value) ? value : []).map(toFile).filter(({ name }) => name !== '')
  if (files.length === 0) return <>—</>
  return (
    <ul className="eq-files">
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
