// Fills the system fields of a new item (`x-from`): its owner, and values of its parent.

import { sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import type { DirectoryEntry } from '#server/platform/call.ts'
import type { Parameters } from '#server/platform/calls/read-parameter.ts'
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
    ...(await fromParent(context, body)),
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

/** As the parent says it now: what it says later is not what was answered to. */
async function fromParent({ db, plan }: Filling, body: Body): Promise<Body> {
  const { parent = '' } = plan.type
  const fields = plan.own.filter(({ from }) => from?.startsWith('parent.'))
  const ref = plan.byName.get(parent)?.ref
  if (fields.length === 0 || ref === undefined) return {}
  const above = await db
    .selectFrom('item')
    .select(['ownerId', 'body'])
    .where('id', '=', String(body[parent] ?? ''))
    .where('type', '=', ref)
    .executeTakeFirst()
  if (!above) return {}
  const parentValues: Body = { ...above.body, owner: above.ownerId }
  return Object.fromEntries(
    fields.flatMap(({ name, from }) => {
      const value = parentValues[String(from).slice('parent.'.length)] ?? null
      return value === null ? [] : [[name, value]]
    }),
  )
}
