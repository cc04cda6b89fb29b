// Decides which of a person's own items cannot be submitted at present.
import { type RawBuilder, sql } from 'kysely'
import { isParentOpen } from '#server/content/workflow/open-cases.ts'
import { openingOf } from '#server/content/write/validate.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { findByKind, isSentBack, wasLetIn } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'

/**
 * Applies the submission policy of the type to the parent of the item; the policy on persons was applied when the
 * item was created. `states` are the states in which the owner acts next.
 */
export function isBarred(
  type: ContentType,
  states: readonly { readonly status: string }[],
  now: Date,
): RawBuilder<unknown> {
  const { lifecycle, period, admission } = type
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
            and ${wasNotLetIn(lifecycle)} and not ${isParentOpen(type, dayAt(now))})`,
        ]
      : []),
  ]
  return parts.length > 0 ? sql`(${sql.join(parts, sql` or `)})` : sql`false`
}

function wasNotLetIn(lifecycle: ContentType['lifecycle']): RawBuilder<unknown> {
  const inside = Object.keys(lifecycle.states).filter((state) => wasLetIn(lifecycle, state))
  return inside.length === 0
    ? sql`true`
    : sql`(item.left_status is null or item.left_status not in (${toList(inside)}))`
}

const toList = (texts: readonly string[]): RawBuilder<unknown> => sql.join(texts.map((text) => sql.lit(text)))
