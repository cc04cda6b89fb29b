// Owns what a page shows after its item was deleted on it: that it is done, with a way on.
import { Link } from 'react-router-dom'
import type { Scope } from '../../shared/condition.ts'
import type { Action, PageBase } from '../../shared/page-model.ts'
import { Empty } from '../ui/empty.tsx'

interface Props {
  readonly page: PageBase
  readonly done: Action
  readonly title: string
}

/** Who may undo it reads the item on. */
export function mayStill({ undoneBy = [] }: Action, { user }: Scope): boolean {
  const { role } = (user ?? {}) as { readonly role?: string | null }
  return undoneBy.some((audience) => audience === role)
}

export function GoneItem({ page, done, title }: Props) {
  const parent = page.trail.at(-1)
  return (
    <Empty text={`“${title}”${done.done ?? '已删除'}`}>
      {parent ? (
        <Link to={parent.path} className="eq-button eq-button-primary">
          返回{parent.title}
        </Link>
      ) : null}
    </Empty>
  )
}
