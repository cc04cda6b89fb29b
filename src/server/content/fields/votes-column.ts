// Builds SQL for the votes on a quorum transition since an item was last moved or edited.
import { type RawBuilder, sql } from 'kysely'
import type { ContentType } from '#shared/model/content-model.ts'

/** Since the item was last moved or edited. */
const CURRENT = `log.item_id = item.id and log.action like 'vote:%' and log.id > coalesce((
        select max(led.id) from transition_log led where led.item_id = item.id
          and led.action not like 'vote:%' and led.action not like 'change:%'), 0)`

export const VOTES = `(select json_object_agg(vote.action, vote.list) from (
      select substr(log.action, 6) as action,
        json_agg(distinct jsonb_build_object('by', log.actor, 'as', coalesce(log.behalf, log.actor))) as list from transition_log log
      where ${CURRENT}
      group by 1) vote) as votes`

export const hasQuorum = ({ lifecycle }: ContentType): boolean =>
  lifecycle.transitions.some(({ quorum }) => quorum !== undefined)

/**
 * Column of the votes by action since the item was last moved or edited: the actor and the represented account. Empty
 * for a type without quorum transitions.
 */
export const votesColumn = (type: ContentType): string => (hasQuorum(type) ? `, ${VOTES}` : '')

/** Condition on a row: one of the accounts has voted, on the action if one is named. */
export const hasVotedSql = (accounts: readonly string[], action?: string): RawBuilder<unknown> =>
  sql`exists (select from transition_log log where ${sql.raw(CURRENT)}
    and (log.actor = any(${[...accounts]}::text[]) or log.behalf = any(${[...accounts]}::text[]))
    ${action === undefined ? sql`` : sql`and log.action = ${`vote:${action}`}`})`
