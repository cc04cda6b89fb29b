// Owns steps that whoever comes first takes: what the field then names, and the word for who comes later.
import { type Kysely, sql } from 'kysely'
import { Failure } from '../../shared/errors.ts'
import { isMet, isTakenBy, type Lifecycle, publicStates, type Transition } from '../../shared/lifecycle.ts'
import type { Schema } from '../database/schema.ts'
import { canRead } from './access.ts'
import type { ActionContext } from './action.ts'
import { type ItemRow, loadRow } from './item-row.ts'
import { findPlan } from './type-plan.ts'

/**
 * To be asked with the item locked, before it is missed: whoever could have taken it hears that somebody else did,
 * although he reads it no more.
 */
export async function refuseTaken(
  transaction: Kysely<Schema>,
  { plan, asker }: ActionContext,
  id: string,
  action: string,
): Promise<void> {
  const steps = plan.type.lifecycle.transitions.filter((step) => step.action === action && step.claim)
  if (steps.length === 0) return
  const row = await loadRow(transaction, plan, sql`id = ${id}`, { lock: true })
  if (!row) return
  for (const step of steps)
    if (isLate(step, row) && !isHis(step, row, asker?.id))
      for (const status of step.from) {
        if (!wasOpen(plan.type.lifecycle, row, status)) continue
        const before = { ...row, status, parties: {} }
        if (isTakenBy(step, asker, before) && canRead(plan.type, before, asker)) throw taken(step)
      }
}

/** Whether it may have been there: what was given to somebody from the first was never anybody's to take. */
const wasOpen = ({ transitions }: Lifecycle, row: ItemRow, status: string): boolean => {
  const ways = transitions.filter((step) => step.to === status)
  return ways.length === 0 || ways.some((step) => isMet(step, row, null))
}

const isLate = ({ claim, from }: Transition, { body, status }: ItemRow): boolean =>
  !from.includes(status) && isFilled(body[claim?.field ?? ''])

const isHis = ({ claim }: Transition, { parties, body }: ItemRow, id: string | undefined): boolean =>
  id !== undefined &&
  (body[claim?.field ?? ''] === id || parties?.[`party:${claim?.field}`]?.includes(id) === true)

const isFilled = (value: unknown): boolean => typeof value === 'string' && value !== ''

const taken = ({ claim }: Transition): Failure => new Failure('WRONG_STATE', { message: claim?.taken ?? '' })

/** Writes what the step says, in one statement with the question whether nobody did, and answers the row as it then is. */
export async function settleClaim(
  transaction: Kysely<Schema>,
  context: ActionContext,
  row: ItemRow,
  step: Transition,
): Promise<ItemRow> {
  const { claim } = step
  if (!claim) return row
  const value = await nameOf(transaction, context, step, claim.field)
  // What only steps write leaves the revision as it is: who has the item open loses nothing.
  const grows = context.plan.byName.get(claim.field)?.from === 'step' ? 0 : 1
  const { numAffectedRows } = await sql`
    update item set body = body || jsonb_build_object(${claim.field}::text, ${value}::text),
      revision = revision + ${sql.lit(grows)}
    where id = ${row.id} and coalesce(body->>${claim.field}, '') = ''`.execute(transaction)
  if (numAffectedRows !== 1n) throw taken(step)
  return { ...row, revision: row.revision + grows, body: { ...row.body, [claim.field]: value } }
}

/** The asker's account, or his own public item of the type that the field refers to. */
async function nameOf(
  transaction: Kysely<Schema>,
  { plan, asker, services }: ActionContext,
  { title }: Transition,
  name: string,
): Promise<string> {
  const ref = plan.byName.get(name)?.ref
  const id = asker?.id ?? ''
  if (ref === undefined) return id
  const entries = findPlan(services.model(), ref)
  const states = entries ? publicStates(entries.type.lifecycle) : []
  const { rows } = await sql<{ id: string }>`
    select id from item where type = ${ref} and status = any(${states}::text[])
      and (owner_id = ${id} or id = (select directory_id from account where account.id = ${id}))
    order by created_at, id limit 1 for share`.execute(transaction)
  const [entry] = rows
  if (entry) return entry.id
  const what = entries?.type.title ?? plan.byName.get(name)?.title ?? name
  throw new Failure('WRONG_STATE', { message: `请先登记您的${what}并等待公开，再${title}` })
}
