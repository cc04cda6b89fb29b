// Sends notices of approaching dates, once for each date.

import { sql } from 'kysely'
import { quote, valueExpression } from '#server/content/fields/field-expression.ts'
import { inStates } from '#server/content/fields/public-states.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Services } from '#server/platform/call.ts'
import { every, type Task } from '#server/platform/scheduler/task.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { DueNotice } from '#shared/model/notice-events.ts'
import { notify } from './notify.ts'

const DAY = 86_400_000
const BATCH_SIZE = 200

/** Notifies of dates up to and including today. A date that passed while no process ran is skipped. */
export const dueTask: Task = {
  name: 'notices.due',
  next: every(10 * 60_000),
  run: async ({ services }) => {
    for (const { name, events } of services.model().contentTypes) {
      const plan = findPlan(services.model(), name)
      for (const due of plan ? (events?.due ?? []) : []) await notifyDue(services, plan as TypePlan, due)
    }
  },
}

interface Near {
  readonly id: string
  readonly day: string
}

async function notifyDue(services: Services, plan: TypePlan, due: DueNotice): Promise<void> {
  const { db, clock } = services
  const now = clock().getTime()
  const today = dayAt(now)
  const last = dayAt(now + due.before * DAY)
  const dated = plan.byName.get(due.field)
  // As it stands in an index.
  const value = sql.raw((dated && valueExpression(plan.type, dated)) ?? 'null')
  for (let after = ''; ; ) {
    const { rows } = await sql<Near>`
      select id, day from (select id, body->>${due.field} as day from item
      where type = ${sql.raw(quote(plan.type.name))} and ${sql.raw(inStates(due.states))}
        and ${value} between ${today} and ${last} and id > ${after}
        and not exists (select from notice where notice.cause like 'due:%' and notice.cause = ${causePrefix(due)} || item.id || ':' || (body->>${due.field}))
      offset 0) near order by id limit ${BATCH_SIZE}`.execute(db)
    for (const { id, day } of rows) {
      const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY)
      const happening = {
        plan,
        itemId: id,
        actor: null,
        cause: `${causePrefix(due)}${id}:${day}`,
        values: { date: day, days },
      }
      await db.transaction().execute((transaction) => notify(transaction, services, [due], happening))
    }
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)?.id ?? ''
  }
}

const causePrefix = ({ notify: name, field, before }: DueNotice): string => `due:${name}:${field}:${before}:`
