// Owns the links to the item before and after the one shown, where the server names them.
import { Link, useLocation } from 'react-router-dom'
import type { Item } from '../widgets/widget-props.ts'

interface Neighbour {
  readonly id: string
  readonly title: string
}

export function Neighbours({ item }: { readonly item: Item }) {
  const { pathname } = useLocation()
  const found = [
    { label: '上一篇', to: item.previous as Neighbour | null | undefined },
    { label: '下一篇', to: item.next as Neighbour | null | undefined },
  ].filter(({ to }) => to)
  if (found.length === 0) return null
  return (
    <nav className="eq-neighbours" aria-label="上一篇与下一篇">
      {found.map(({ label, to }) => (
        <Link key={label} to={`${pathname}?id=${encodeURIComponent(to?.id ?? '')}`}>
          {label}：{to?.title}
        </Link>
      ))}
    </nav>
  )
}
