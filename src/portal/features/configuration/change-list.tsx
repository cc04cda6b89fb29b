// Lists changes of configuration files by place, with the old and the new value.
import type { ConfigurationChange } from '#shared/calls/configuration-answers.ts'

const MOST_LETTERS = 120

function textOf(value: string | null): string {
  if (value === null) return '（无）'
  return value.length > MOST_LETTERS ? `${value.slice(0, MOST_LETTERS)}…` : value
}

/** A place in words that a reader of the form knows: numbers count from one. */
export const placeOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `第 ${Number(part) + 1} 项` : part))
    .join(' › ')

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
          {changes.map(({ path, pointer, before, after }) => (
            <tr key={`${path}${pointer}`}>
              <th scope="row">
                {path}
                <small>{placeOf(pointer)}</small>
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
