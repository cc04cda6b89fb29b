// Lists changes of a configuration file by place, with the old and the new value.
import type { ConfigurationChange } from '#shared/calls/configuration-answers.ts'

const MAX_LETTERS = 160

/** What an entry calls itself. */
function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value).replace(/^"|"$/g, '')
  const {
    title,
    label,
    name,
    widget,
    page,
    field,
    value: code,
    id,
  } = value as Readonly<Record<string, unknown>>
  const own = [title, label, name, widget, page, field, code, id].find((one) => typeof one === 'string')
  return own === undefined ? JSON.stringify(value) : String(own)
}

/** An entry or a list in the names of what it holds; undefined for a plain text. */
function toNames(value: string): string | undefined {
  try {
    const parsed = JSON.parse(value) as unknown
    if (typeof parsed !== 'object' || parsed === null) return undefined
    return Array.isArray(parsed) ? parsed.map(nameOf).join('、') : nameOf(parsed)
  } catch {
    return undefined
  }
}

function textOf(value: string): string {
  const text = toNames(value) ?? value
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS)}…` : text
}

interface Props {
  readonly changes: readonly ConfigurationChange[]
  /** What the form calls the place of a pointer. */
  readonly toPlace: (pointer: string) => string
}

export function ChangeList({ changes, toPlace }: Props) {
  if (changes.length === 0) return <p className="eq-help">没有改动</p>
  return (
    <div className="eq-scroll">
      <table className="eq-file-changes">
        <thead>
          <tr>
            <th scope="col">位置</th>
            <th scope="col">原来</th>
            <th scope="col">现在</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, pointer, before, after }) => (
            <tr key={`${path}${pointer}`}>
              <th scope="row">{toPlace(pointer)}</th>
              <td>{before === null ? '（无）' : <del>{textOf(before)}</del>}</td>
              <td>{after === null ? '（无）' : <ins>{textOf(after)}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
