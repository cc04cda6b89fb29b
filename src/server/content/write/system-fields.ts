// Fills the system fields of a new item (`x-from`): its owner, and values of its parent and of what it refers to.

import { sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { DirectoryEntry } from '#server/platform/call.ts'
import type { Parameters } from '#server/platform/calls/read-parameter.ts'
import type { Field } from '#shared/model/content-model.ts'
import { takenFrom } from '#shared/model/field-source.ts'
import { type Body, requirePreconditions } from './validate.ts'

type Filling = Pick<ActionContext, 'db' | 'plan' | 'caller'> & {
  readonly content: Pick<ActionContext['content'], 'marks'>
  readonly call: Pick<ActionContext['call'], 'body'> & Partial<Pick<ActionContext['call'], 'account'>>
}

/**
 * Returns the values of the system fields. Fields without a source value are left out, for example if the caller has
 * no directory entry.
 */
export async function systemFields(context: Filling, body: Body): Promise<Body> {
  const { plan, caller } = context
  const sources = plan.own.flatMap(({ name, from }) => (from === undefined ? [] : [[name, from] as const]))
  if (sources.length === 0) return {}
  const filled = {
    ...(await ownEntry(context)),
    ...Object.fromEntries(
      sources.flatMap(([name, from]) => (from === 'owner' && caller ? [[name, caller.id]] : [])),
    ),
    ...(await takenFields(context, body)),
  }
  requirePreconditions(plan, context.content.marks, {
    given: (context.call.body ?? {}) as Parameters, // validated as an object
    known: filled,
    of: plan.byName.get(plan.type.parent ?? '')?.title ?? plan.type.title,
  })
  return filled
}

async function ownEntry({ db, plan, caller, call }: Filling): Promise<Body> {
  const fields = plan.own.filter(({ from }) => from === 'owner.directory')
  if (fields.length === 0 || caller === null) return {}
  const known = call.account?.directory
  const entry = known === undefined ? await loadEntry(db, caller.id) : known
  const mine = fields.filter(({ ref }) => (ref ?? entry?.type) === entry?.type)
  return entry ? Object.fromEntries(mine.map(({ name }) => [name, entry.id])) : {}
}

async function loadEntry(db: Filling['db'], accountId: string): Promise<DirectoryEntry | undefined> {
  const { rows } = await sql<DirectoryEntry>`
    select item.id, item.type from account join item on item.id = account.directory_id
    where account.id = ${accountId}`.execute(db)
  return rows[0]
}

/**
 * Returns what is taken from the parent and from other items that `body` refers to, of `fields`. As they say it now:
 * what they say later is not what was answered to.
 */
export async function takenFields(
  { db, plan }: Pick<Filling, 'db' | 'plan'>,
  body: Body,
  fields: readonly Field[] = plan.own,
): Promise<Body> {
  const taken = fields.flatMap(({ name, from }) => {
    const source = takenFrom(plan.type, from)
    const type = plan.byName.get(source?.by ?? '')?.ref
    return source && type !== undefined
      ? [{ name, type, id: body[source.by ?? ''], field: source.field }]
      : []
  })
  const ids = [...new Set(taken.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])))]
  if (ids.length === 0) return {}
  const items = await db
    .selectFrom('item')
    .select(['id', 'type', 'ownerId', 'body'])
    .where('id', 'in', ids)
    .execute()
  return Object.fromEntries(
    taken.flatMap(({ name, type, id, field }) => {
      const item = items.find((one) => one.id === id && one.type === type)
      const value = field === OWNER ? item?.ownerId : item?.body[field]
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
}

const OWNER = 'owner'

/** The fields that are taken from another item than the stored ones: a reference leads elsewhere. The parent's stay. */
export const retakenFields = ({ type, own }: TypePlan, body: Body, stored: Body): readonly Field[] =>
  own.filter(({ from }) => {
    const source = takenFrom(type, from)
    return source?.by !== undefined && !source.isParent && body[source.by] !== stored[source.by]
  })
