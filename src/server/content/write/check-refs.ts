// Refuses references to missing or unreadable items, and to items without the active assignee that is needed.
import { type Kysely, sql } from 'kysely'
import { canRead } from '#server/content/access/access.ts'
import type { ActionContext } from '#server/content/action.ts'
import { activeAssignees } from '#server/content/fields/participants-sql.ts'
import { loadRow } from '#server/content/items/item-row.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Body } from './prepare-body.ts'
import { findNextTransition, handless } from './require-active-assignee.ts'

/**
 * Checks the references of `body`. References that `currentBody` already has are not validated again, because they
 * were valid when they were written.
 */
export async function checkRefs(
  context: Pick<ActionContext, 'plan' | 'services' | 'caller'>,
  body: Body,
  db: Kysely<Schema>,
  currentBody: Body = {},
): Promise<void> {
  const { plan, services, caller } = context
  const wanted = plan.refs.map((field) => {
    const isOfType = body[field.refBy ?? ''] === currentBody[field.refBy ?? '']
    const stands = new Set(isOfType ? idsIn(currentBody, field.name) : [])
    return { field, ids: idsIn(body, field.name).filter((id) => !stands.has(id)) }
  })
  const ids = wanted.flatMap((entry) => entry.ids)
  if (ids.length === 0) return
  const rows = await db
    .selectFrom('item')
    .select(['id', 'type', 'status', 'ownerId', 'title'])
    .select(sql<boolean>`exists (${sql.raw(activeAssignees('item'))})`.as('hasHands'))
    .where('id', 'in', ids)
    .execute()
  const model = services.model()
  const readable = new Set<string>()
  for (const row of rows) {
    const target = findPlan(model, row.type)
    if (!target) continue
    const { areScoped, keepApplicants } = target.relations
    const whole = areScoped || keepApplicants ? await loadRow(db, target, sql`id = ${row.id}`) : row
    if (whole && canRead(target.type, whole, caller)) readable.add(`${row.type}/${row.id}`)
  }
  const errors = wanted.flatMap(({ field, ids: refs }) => {
    const type = field.ref ?? String(body[field.refBy ?? ''] ?? '')
    const isKnown = refs.every((id) => readable.has(`${type}/${id}`))
    const path = `/${field.name}`
    if (!isKnown) return [{ path, message: `${field.title}不存在或已被删除，或者目前不对您开放` }]
    const next = findNextTransition(plan.type.lifecycle, field.name)
    const idle = next && rows.find((row) => refs.includes(row.id) && !row.hasHands)
    return idle ? [{ path, message: handless(idle.title, next, field.title) }] : []
  })
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}

/** One id, several or none. */
function idsIn(body: Body, name: string): string[] {
  return [body[name] ?? []].flat() as string[] // references are text, by the form
}
