// Builds SQL for the votes on a quorum transition since an item was last moved or edited, and for who has reviewed or
// edited it before its next review.
import { type RawBuilder, sql } from 'kysely'
import { hasStages, type Lifecycle, publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { quote } from './field-expression.ts'

/** Since the item was last moved or edited. */
const VOTED = `log.action like 'vote:%' and log.id > coalesce((
        select max(led.id) from transition_log led where led.item_id = item.id
          and led.action not like 'vote:%' and led.action not like 'change:%'), 0)`

const list = (names: readonly string[]): string => names.map(quote).join(', ') || 'null'

/** The actions by which items are reviewed. */
export const reviewActions = ({ transitions }: Lifecycle): readonly string[] => [
  ...new Set(transitions.flatMap(({ stage, action }) => (stage ? [action] : []))),
]

/** Reviewed since the item was handed in, or edited since it was last public: whoever did may not review it. */
function reviewedOrEdited(lifecycle: Lifecycle): string {
  const actions = list(reviewActions(lifecycle))
  return `log.action in (${actions}) and log.id > coalesce((
        select max(led.id) from transition_log led where led.item_id = item.id
          and led.action not like 'change:%' and led.action not in (${actions})), 0)
      or log.action = 'change:edit' and log.id > coalesce((
        select max(led.id) from transition_log led where led.item_id = item.id
          and led.to_status in (${list(publicStates(lifecycle))}) and led.action not like 'change:%'), 0)`
}

const current = ({ lifecycle }: ContentType): string =>
  `log.item_id = item.id and (${VOTED}${hasStages(lifecycle) ? ` or ${reviewedOrEdited(lifecycle)}` : ''})`

export const votesSql = (type: ContentType): string => `(select json_object_agg(vote.action, vote.list) from (
      select regexp_replace(log.action, '^vote:', '') as action,
        json_agg(distinct jsonb_build_object('by', log.actor, 'as', coalesce(log.behalf, log.actor))) as list from transition_log log
      where ${current(type)}
      group by 1) vote) as votes`

/** Returns true if it matters who has voted on items of the type, or reviewed them. */
export const hasVotes = ({ lifecycle }: ContentType): boolean =>
  hasStages(lifecycle) || lifecycle.transitions.some(({ quorum }) => quorum !== undefined)

/**
 * Column of the votes by action since the item was last moved or edited: the actor and the represented account. Empty
 * for a type without quorum transitions and reviews.
 */
export const votesColumn = (type: ContentType): string => (hasVotes(type) ? `, ${votesSql(type)}` : '')

/** Condition on a row: one of the accounts has voted, on the action if one is named. */
export const hasVotedSql = (
  type: ContentType,
  accounts: readonly string[],
  action?: string,
): RawBuilder<unknown> =>
  sql`exists (select from transition_log log where ${sql.raw(current(type))}
    and (log.actor = any(${[...accounts]}::text[]) or log.behalf = any(${[...accounts]}::text[]))
    ${action === undefined ? sql`` : sql`and log.action = ${`vote:${action}`}`})`
