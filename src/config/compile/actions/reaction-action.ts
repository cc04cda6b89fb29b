// Compiles the actions that work alike on items of every content type.

import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { isForOthers } from '#shared/access/reaction-rules.ts'
import { openStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Action, Source } from '#shared/model/page-model.ts'
import type { ActionInput } from './action-kind.ts'
import { toAccess } from './operation-access.ts'

interface Named {
  readonly type: ContentType
  /** How the operations of all types name an item. */
  readonly params: { readonly dataType: string; readonly dataId: string }
}

/** Null where the page shows no content (reported). */
export function itemOf(at: PagePlace): Named | null {
  const { type } = at
  if (type) return { type, params: { dataType: type.name, dataId: '{item.id}' } }
  at.report('action_endpoint.reaction')
  return null
}

interface Reaction {
  readonly do: 'collect' | 'support'
  readonly label: string
  /** Operations that set it, and that take it back where that is another one. */
  readonly on: string
  readonly off?: string
}

export function compileReaction(reaction: Reaction, { at, written, shared }: ActionInput): Action | null {
  const { operations } = at.compilation
  const item = itemOf(at)
  if (!item) return null
  const toSource = (id: string): Source | undefined => {
    const operation = at.find('operation', '操作', id, operations)
    return (
      operation && {
        operation: id,
        method: operation.method,
        path: operation.path,
        params: {},
        body: item.params,
      }
    )
  }
  const source = toSource(reaction.on)
  const undo = reaction.off ? toSource(reaction.off) : undefined
  if (!source) return null
  return {
    ...shared,
    do: reaction.do,
    label: written.label ?? reaction.label,
    source,
    ...toAccess(operations.get(reaction.on)),
    states: openStates(item.type.lifecycle),
    ...(isForOthers(reaction.do) ? { notOwn: true } : {}),
    ...(undo ? { undo } : {}),
  }
}
