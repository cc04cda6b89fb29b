// Draws the links to the items before and after the displayed one.
import { Link, useLocation } from 'react-router-dom'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'

const SIDES = [
  { side: 'previous', label: '上一篇' },
  { side: 'next', label: '下一篇' },
] as const

interface Props {
  readonly page: Pick<DetailPage, 'neighbours'>
  readonly scope: Scope
}

/** Further reading: it may fail without a word. */
export function AdjacentItems({ page, scope }: Props) {
  const { pathname } = useLocation()
  const { data } = useRead<Record<string, Item | null>>(
    page.neighbours ? toReadSource(page.neighbours, scope) : null,
  )
  const found = SIDES.flatMap(({ side, label }) => {
    const item = data?.[side]
    return item && typeof item === 'object' ? [{ label, id: String(item.id), title: toText(item.title) }] : []
  })
  if (found.length === 0) return null
  return (
    <nav className="eq-neighbours" aria-label="上一篇与下一篇">
      {found.map(({ label, id, title }) => (
        <Link key={label} to={`${pathname}?${new URLSearchParams({ id })}`}>
          {label}：{title}
        </Link>
      ))}
    </nav>
  )
}
