// Draws a page without an item: after it was deleted there, or before it exists; with links to go on.

import { toViewer } from '#portal/core/access/viewer.ts'
import { Empty } from '#portal/ui/empty.tsx'
import { Link } from '#portal/ui/link.tsx'
import { isNamed } from '#shared/access/roles.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Action, PageBase } from '#shared/model/page-model.ts'

interface Props {
  readonly page: PageBase
  readonly done: Action
  readonly title: string
}

/** Returns true if the viewer may undo the deletion, and so can still read the item. */
export function mayStill({ undoneBy = [] }: Action, { user }: Scope): boolean {
  const { role, grants } = (user ?? {}) as {
    readonly role?: string | null
    readonly grants?: readonly string[]
  }
  return (
    role != null &&
    undoneBy.some((audience) => isNamed(toViewer({ id: '', role, ...(grants ? { grants } : {}) }), audience))
  )
}

export function DeletedItem({ page, done, title }: Props) {
  return (
    <Empty text={`“${title}”${done.done ?? '已删除'}`}>
      <ParentLink page={page} verb="返回" />
    </Empty>
  )
}

export function NoItem({ page }: Pick<Props, 'page'>) {
  return (
    <Empty text={`还没有${page.title.replace(/^我的/, '')}`}>
      <ParentLink page={page} verb="前往" />
    </Empty>
  )
}

function ParentLink({ page, verb }: Pick<Props, 'page'> & { readonly verb: string }) {
  const parent = page.trail.at(-1)
  if (!parent) return null
  return (
    <Link to={parent.path} className="eq-button eq-button-primary">
      {verb}
      {parent.title}
    </Link>
  )
}
