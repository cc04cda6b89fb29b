// Lists changes of configuration files by place, with the old and the new value.
import type { ConfigurationChange } from '#shared/calls/configuration-answers.ts'
import type { Json } from '#shared/model/json.ts'

const MOST_LETTERS = 120

function textOf(value: Json | undefined): string {
  if (value === undefined) return '（无）'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text
}

/** A place in words that a reader of the form knows: numbers count from one. */
const placeOf = (path: ConfigurationChange['path']): string =>
  path.map((part) => (typeof part === 'number' ? `第 ${part + 1} 项` : part)).join(' › ')

export function ChangeList({ changes }: { readonly changes: readonly ConfigurationChange[] }) {
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
          {changes.map(({ file, title, path, before, after }) => (
            <tr key={`${file}/${path.join('/')}`}>
              <th scope="row">
                {title}
                <small>{placeOf(path)}</small>
              </th>
              <td>
                <del>{textOf(before)}</del>
              </td>
              <td>
                <ins>{textOf(after)}</ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
