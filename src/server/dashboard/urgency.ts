// Computes the deadline and urgency of to-dos: in SQL for the order, as a level for readers.
import { type RawBuilder, sql } from 'kysely'
import { conditionSql } from '#server/content/fields/predicate-sql.ts'
import { zoneName } from '#shared/formats/portal-time.ts'
import { type Deadline, toMilliseconds } from '#shared/lifecycles/deadline.ts'
import { isSentBack, type Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

/** Entries of the dictionary that the result names. */
const LEVEL = { atOnce: '1', soon: '2', usual: '3' } as const
const DAY_MS = 24 * 60 * 60_000
const SOON_MS = 3 * DAY_MS

/** Urgent are states that say so, and what is due within a day; soon is what is due within three. */
export function urgencyOf(isUrgent: boolean, due: Date | null, now: Date): string {
  const left = due === null ? Number.POSITIVE_INFINITY : due.getTime() - now.getTime()
  if (isUrgent || left <= DAY_MS) return LEVEL.atOnce
  return left <= SOON_MS ? LEVEL.soon : LEVEL.usual
}

/** Returns SQL that is true where the row of `item` is in a state whose next actor has to act at once. */
export function isUrgentSql({ contentTypes }: Model): RawBuilder<unknown> {
  const urgent = contentTypes.flatMap(({ name, lifecycle }) =>
    Object.entries(lifecycle.states).flatMap(([status, state]) =>
      state.urgent ? [sql`(item.type = ${sql.lit(name)} and item.status = ${sql.lit(status)})`] : [],
    ),
  )
  return urgent.length > 0 ? sql`(${sql.join(urgent, sql` or `)})` : sql`false`
}

/** The first moment at which the row of `item` moves on without its actor, or is not taken any more; null without one. */
export function dueSql(model: Model): RawBuilder<unknown> {
  const known = model.contentTypes.flatMap((type) => {
    const dues = [...systemDues(type), ...submissionDues(type)]
    return dues.length > 0 ? [sql`when ${sql.lit(type.name)} then least(${sql.join(dues)})`] : []
  })
  if (known.length === 0) return sql`null::timestamptz`
  return sql`case item.type ${sql.join(known, sql` `)} end`
}

const inStates = (states: readonly string[]): RawBuilder<unknown> =>
  sql`item.status in (${sql.join(states.map((state) => sql.lit(state)))})`

/** The deadlines of transitions that the scheduler takes. */
function systemDues(type: ContentType): RawBuilder<unknown>[] {
  return type.lifecycle.transitions.flatMap(({ due, from, when }: Transition) => {
    if (!due) return []
    const holds = when ? sql` and ${conditionSql(when, {})}` : sql``
    return [sql`case when ${inStates(from)}${holds} then ${momentOf(type, due)} end`]
  })
}

function momentOf(type: ContentType, { field, clock, after = {} }: Deadline): RawBuilder<unknown> {
  const span = sql`${toMilliseconds(after)}::float8 * interval '1 millisecond'`
  if (clock !== undefined)
    return sql`(select clock.since - clock.ran * interval '1 millisecond' + ${span} from item_clock clock
      where clock.item_id = item.id and clock.name = ${sql.lit(clock)})`
  if (field === undefined) return sql`coalesce(item.status_since, item.created_at) + ${span}`
  const value = sql`(item.body->>${sql.lit(field)})`
  return type.fields.find(({ name }) => name === field)?.type === 'date' ? endOfDay(value) : toMoment(value)
}

const toMoment = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${value} ~ '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}' then ${value}::timestamptz end`

/** The last minute of that day. */
const endOfDay = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${value} ~ '^\\d{4}-\\d{2}-\\d{2}$'
    then (${value} || ' 23:59')::timestamp at time zone ${sql.lit(zoneName())} end`

/** The last days on which the owner can submit: by the period of the type, or by the parent of the item. */
function submissionDues({ lifecycle, period, admission }: ContentType): RawBuilder<unknown>[] {
  const states = Object.keys(lifecycle.states).filter((status) =>
    lifecycle.transitions.some(
      ({ kind, from, by }) => kind === 'submit' && from.includes(status) && by.includes('owner'),
    ),
  )
  const fresh = states.filter((status) => status === lifecycle.initial || !isSentBack(lifecycle, status))
  const until = admission?.until
  return [
    ...(period?.until !== undefined && states.length > 0
      ? [sql`case when ${inStates(states)} then ${endOfDay(sql.lit(period.until))} end`]
      : []),
    ...(until !== undefined && fresh.length > 0
      ? [
          sql`case when ${inStates(fresh)} then (select ${endOfDay(sql`(above.body->>${sql.lit(until)})`)}
            from item above where above.id = item.parent_id) end`,
        ]
      : []),
  ]
}
