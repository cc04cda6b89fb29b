// Owns the whole item for one reader, with what that reader may do.
import { permittedTransitions } from '../../../shared/lifecycle.ts'
import { type Asker, relationsOf } from '../../../shared/roles.ts'
import { requireItem } from '../access.ts'
import type { Action, ActionContext } from '../action.ts'
import { canEdit } from '../can-edit.ts'
import { loadHistory } from '../history.ts'
import { type ItemRow, RECEIPT_KEY, toItem } from '../item-row.ts'
import { onlyFields } from '../only-fields.ts'
import { reactionsTo } from '../reactions.ts'
import { requireText } from '../read-parameter.ts'

export const info: Action = async (context) => {
  const { plan, params, asker, services, content } = context
  const id = requireText(params, 'id')
  if (content.fields) return onlyFields(content, toItem(plan, await requireItem(context, id), asker))
  if (asker !== null) return loadFor(context, asker, await requireItem(context, id))
  const key = `info:${services.model().hash}:${plan.type.name}:${id}`
  return services.cache.read(plan.topics, key, async () => ({
    ...toItem(plan, await requireItem(context, id), null),
    actions: [],
    editable: false,
  }))
}

/** What a signed-in reader gets beyond a visitor. */
export async function loadFor(
  { db, plan, services }: ActionContext,
  asker: NonNullable<Asker>,
  row: ItemRow,
): Promise<Record<string, unknown>> {
  const { lifecycle, name } = plan.type
  const offered = new Set(
    services.model().operations.flatMap(({ content }) => (content?.type === name ? [content.action] : [])),
  )
  const isParty = asker.id === row.ownerId || asker.role === 'operator' || asker.role === 'auditor'
  const [reactions, history] = await Promise.all([
    reactionsTo(db, asker.id, row.id),
    isParty ? loadHistory(db, row.id) : undefined,
  ])
  const receiptNo = isParty ? (row.body[RECEIPT_KEY] ?? null) : null
  return {
    ...toItem(plan, row, asker),
    actions: permittedTransitions(lifecycle, row, asker)
      .filter(({ action }) => offered.has(action))
      .map(({ action, title, reason }) => ({ action, title, reason: reason === true })),
    editable: canEdit(lifecycle, row, asker),
    relations: relationsOf(asker, row),
    liked: reactions.has('like'),
    supported: reactions.has('support'),
    collected: reactions.has('collect'),
    ...(isParty ? { receiptNo, history } : {}),
  }
}
