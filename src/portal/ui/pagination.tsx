// Draws the paging bar: total, sizes 10/20/30/50, pages, jump (CON-01).
import { type FormEvent, memo, useId } from 'react'
import { PAGE_SIZES } from '#shared/calls/envelope.ts'
import { toFigure } from './format/format-number.ts'
import { Icon } from './icon.tsx'

interface Props {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly onChange: (page: number, size: number) => void
  /** Sizes are offered only where the address keeps them. */
  readonly sizes?: boolean
}

export const Pagination = memo(function Pagination({ page, size, total, onChange, sizes = true }: Props) {
  const jump = useId()
  const last = Math.max(1, Math.ceil(total / size))
  const go = (target: number) => onChange(Math.min(last, Math.max(1, target)), size)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const target = Number(new FormData(event.currentTarget).get('page'))
    if (Number.isInteger(target) && target > 0) go(target)
    event.currentTarget.reset()
  }
  return (
    <nav className="eq-pagination" aria-label="分页">
      <span className="eq-pagination-total">共 {toFigure(total)} 条</span>
      <ul>
        <li>
          <button type="button" disabled={page <= 1} onClick={() => go(page - 1)} aria-label="上一页">
            <Icon name="back" />
          </button>
        </li>
        {pagesAround(page, last).map((entry, index) =>
          entry === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is only known by its place
            <li key={`gap${index}`} className="eq-pagination-gap" aria-hidden>
              …
            </li>
          ) : (
            <li key={entry}>
              <button
                type="button"
                aria-current={entry === page ? 'page' : undefined}
                aria-label={`第 ${entry} 页`}
                onClick={() => go(entry)}
              >
                {entry}
              </button>
            </li>
          ),
        )}
        <li>
          <button type="button" disabled={page >= last} onClick={() => go(page + 1)} aria-label="下一页">
            <Icon name="next" />
          </button>
        </li>
      </ul>
      {sizes ? (
        <select
          className="eq-select eq-pagination-size"
          aria-label="每页条数"
          value={size}
          onChange={(event) => onChange(1, Number(event.target.value))}
        >
          {PAGE_SIZES.map((option) => (
            <option key={option} value={option}>
              {option} 条/页
            </option>
          ))}
        </select>
      ) : null}
      {last > 5 ? (
        <form className="eq-pagination-jump" onSubmit={submit}>
          <label htmlFor={jump}>跳至</label>
          <input id={jump} name="page" className="eq-input" inputMode="numeric" pattern="[0-9]*" />
          <span aria-hidden>页</span>
        </form>
      ) : null}
    </nav>
  )
})

/** Returns the first page, the last page and two pages on either side of the current one; null stands for a gap. */
function pagesAround(page: number, last: number): (number | null)[] {
  const wanted = new Set([1, last])
  for (let near = page - 2; near <= page + 2; near += 1) if (near >= 1 && near <= last) wanted.add(near)
  const sorted = [...wanted].sort((a, b) => a - b)
  return sorted.flatMap((entry, index) => {
    const gap = entry - (sorted[index - 1] ?? entry)
    if (gap === 2) return [entry - 1, entry]
    return gap > 2 ? [null, entry] : [entry]
  })
}
