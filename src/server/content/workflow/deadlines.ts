// Executes due transitions and sends reminders before them; it checks every minute and acts once per deadline.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { transitionDueSoon } from '#server/content/events.ts'
import { valueExpression } from '#server/content/fields/field-expression.ts'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import { loadPending } from '#server/content/items/pending-change.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { settleChange } from '#server/content/pending-changes/settle-change.ts'
import { settle, transact } from '#server/content/write/write.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { every, type Task } from '#server/platform/scheduler/task.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { type Deadline, dueOf, type Reminder, toMilliseconds } from '#shared/lifecycles/deadline.ts'
import { endOf, reviews, type Transition } from '#shared/lifecycles/lifecycle.ts'
import { isOpenTo, openPredicate } from '#shared/lifecycles/transition-policies.ts'
import { move } from './move.ts'
import { lockFamily } from './move-related.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const BATCH_SIZE = 200

type Due = Transition & { readonly due: Deadline }

/** Transitions missed during a downtime are executed later. Missed reminders are sent only before the deadline. */
export const deadlineTask: Task = {
  name: 'content.deadlines',
  next: every(MINUTE),
  run: async ({ services }) => {
    const failures: unknown[] = []
    for (const { name, lifecycle } of services.model().contentTypes) {
      const plan = findPlan(services.model(), name)
      const due = lifecycle.transitions.filter((step): step is Due => step.due !== undefined)
      for (const step of plan ? due : []) {
        const work: Work = { services, plan: plan as TypePlan, step, failures }
        for (const [at, reminder] of (step.due.remind ?? []).entries()) await remindOf(work, reminder, at)
        await eachNear(work, 0, sql`true`, (id) => take(work, id))
      }
    }
    // The others are done; what failed is tried again.
    if (failures.length > 0) throw failures[0]
  },
}

interface Work {
  readonly services: Services
  readonly plan: TypePlan
  readonly step: Due
  readonly failures: unknown[]
}

/** Each in a transaction of its own; `ahead`: milliseconds before it is due. */
async function eachNear(
  { services, plan, step, failures }: Work,
  ahead: number,
  also: RawBuilder<unknown>,
  act: (id: string) => Promise<void>,
): Promise<void> {
  const near = isNear(plan, step.due, services.clock().getTime() + ahead)
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string }>`
      select id from (
        select id from item where type = ${sql.lit(plan.type.name)}
          and ${plan.relations.where(openPredicate(step, null))} and ${near} and ${also} and id > ${after}
        -- In the order of the ids, the planner would read all items until it has met enough.
        offset 0) near order by id limit ${BATCH_SIZE}`.execute(services.db)
    for (const { id } of rows) await act(id).catch((error: unknown) => failures.push(error))
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)?.id ?? ''
  }
}

function isNear(plan: TypePlan, { field, clock, after = {} }: Deadline, until: number): RawBuilder<unknown> {
  if (clock !== undefined)
    return sql`exists (select from item_clock clock where clock.item_id = item.id and clock.name = ${clock}
      and clock.since - clock.ran * interval '1 millisecond' <= ${new Date(until - toMilliseconds(after))})`
  if (field === undefined)
    return sql`coalesce(status_since, created_at) <= ${new Date(until - toMilliseconds(after))}`
  const dated = plan.byName.get(field)
  // As it stands in an index.
  const value = sql.raw((dated && valueExpression(plan.type, dated)) ?? 'null')
  const bound = dated?.type === 'date' ? dayAt(until) : new Date(until).toISOString()
  return sql`${value} <> '' and ${value} <= ${bound}`
}

/** The value that the deadline depends on, as text. */
const timeSql = ({ field, clock }: Deadline): RawBuilder<unknown> =>
  clock !== undefined
    ? sql`(select round(extract(epoch from clock.since) * 1000 - clock.ran)::bigint::text from item_clock clock
        where clock.item_id = item.id and clock.name = ${clock})`
    : field === undefined
      ? sql`round(extract(epoch from coalesce(status_since, created_at)) * 1000)::bigint::text`
      : sql`(body->>${sql.lit(field)})`

const awaitedOf = (row: ItemRow) => ({
  since: row.statusSince ?? row.createdAt,
  body: row.body,
  clocks: row.clocks,
})

/** Somebody may have taken it, or put the date off, since it was found. */
async function loadOpen(
  transaction: Kysely<Schema>,
  { plan, step }: Work,
  id: string,
  lock: boolean,
): Promise<ItemRow | undefined> {
  const row = await loadRow(transaction, plan, sql`id = ${id}`, { lock })
  return row && isOpenTo(step, row, null) ? row : undefined
}

async function take(work: Work, id: string): Promise<void> {
  const { services, plan, step } = work
  await transact(services, async (scope) => {
    const context = { ...scope, plan, services, caller: null, origin: 'content.due' }
    await lockFamily(context, id, step.action)
    const row = await loadOpen(scope.db, work, id, true)
    const due = row && dueOf(step.due, awaitedOf(row))
    if (!row || !due || due.at > services.clock()) return
    const movement = { ...step, to: endOf(step, row) }
    const pending = reviews(plan.type.lifecycle, row.status) ? await loadPending(scope.db, id) : undefined
    const { unsaved, dropped } = await settleChange(context, row, movement, pending, undefined)
    const { status } = await move(context, row, movement, { isDropping: dropped !== undefined }, unsaved)
    const detail = {
      ...{ step: step.title, from: row.status, to: status, dueAt: due.at.toISOString() },
      ...(dropped === undefined ? {} : { dropped }),
    }
    await settle(scope, services, [{ actor: null, action: 'content.due', target: id, result: 'ok', detail }])
  })
}

/** Sends the reminder once per deadline; a postponed deadline is notified anew. */
async function remindOf(work: Work, reminder: Reminder, at: number): Promise<void> {
  const { services, plan, step } = work
  const ahead = toMilliseconds(reminder.before)
  const cause = `due:${step.action}:${at}:`
  const wasNotified = sql`exists (select from notice where notice.cause like 'due:%'
    and notice.cause = ${cause} || item.id || ':' || ${timeSql(step.due)})`
  await eachNear(work, ahead, sql`not ${wasNotified}`, async (id) => {
    await services.db.transaction().execute(async (transaction) => {
      const row = await loadOpen(transaction, work, id, false)
      const due = row && dueOf(step.due, awaitedOf(row))
      const now = services.clock()
      if (!row || !due || due.from.getTime() - ahead > now.getTime() || due.at <= now) return
      const { rows } = await sql<{ time: string }>`
        select ${timeSql(step.due)} as time from item where id = ${id}`.execute(transaction)
      const days = Math.max(0, Math.round((Date.parse(dayAt(due.from)) - Date.parse(dayAt(now))) / DAY))
      await services.events.emit(transitionDueSoon, transaction, {
        plan,
        itemId: id,
        reminder,
        cause: `${cause}${id}:${rows[0]?.time}`,
        values: {
          step: step.title,
          state: plan.type.lifecycle.states[row.status]?.title ?? '',
          date: dayAt(due.from),
          days,
        },
      })
    })
  })
}
