// Decides which of a person's own items cannot be submitted at present.
import { type RawBuilder, sql } from 'kysely'
import { openingOf } from '#server/content/write/require-open-period.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { findByKind, isSentBack, wasLetIn } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'

/**
 * Applies the submission policy of the type to the parent of the item; the policy on persons was applied when the
 * item was created. `states` are the states in which the owner acts next.
 */
export function isBarred(
  { lifecycle, period, admission }: ContentType,
  states: readonly { readonly status: string }[],
  now: Date,
): RawBuilder<unknown> {
  const ownerStates = states
    .map(({ status }) => status)
    .filter((status) => findByKind(lifecycle, status, 'submit')?.by.includes('owner'))
  const early = ownerStates.filter(
    (status) => status === lifecycle.initial && period !== undefined && openingOf(period, now) !== 'open',
  )
  const fresh = ownerStates.filter((status) => status === lifecycle.initial || !isSentBack(lifecycle, status))
  const parts = [
    ...(early.length > 0 ? [sql`item.status in (${toList(early)})`] : []),
    ...(admission && fresh.length > 0
      ? [
          sql`(item.status in (${toList(fresh)}) and item.parent_id is not null
            and ${wasNotLetIn(lifecycle)} and not exists (${takers(admission, now)}))`,
        ]
      : []),
  ]
  return parts.length > 0 ? sql`(${sql.join(parts, sql` or `)})` : sql`false`
}

/** The item above, where that takes new ones. */
function takers(
  { states, until, except = {} }: NonNullable<ContentType['admission']>,
  now: Date,
): RawBuilder<unknown> {
  const last = sql`coalesce(above.body->>${sql.lit(until ?? '')}, '')`
  const open = [
    sql`above.id = item.parent_id`,
    sql`above.status in (${toList(states)})`,
    ...(until === undefined ? [] : [sql`(length(${last}) <> 10 or ${last} >= ${dayAt(now)})`]),
    ...Object.entries(except).map(
      ([name, values]) => sql`coalesce(above.body->>${sql.lit(name)}, '') not in (${toList(values)})`,
    ),
  ]
  return sql`select from item above where ${sql.join(open, sql` and `)}`
}

function wasNotLetIn(lifecycle: ContentType['lifecycle']): RawBuilder<unknown> {
  const inside = Object.keys(lifecycle.states).filter((state) => wasLetIn(lifecycle, state))
  return inside.length === 0
    ? sql`true`
    : sql`(item.left_status is null or item.left_status not in (${toList(inside)}))`
}

const toList = (texts: readonly string[]): RawBuilder<unknown> => sql.join(texts.map((text) => sql.lit(text)))
