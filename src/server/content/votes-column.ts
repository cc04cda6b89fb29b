// Owns the SQL of who has taken a step that several people have to take, since an item was last moved or edited.
import type { ContentType } from '../../shared/content-model.ts'

export const VOTES = `(select json_object_agg(vote.action, vote.actors) from (
      select substr(log.action, 6) as action, json_agg(distinct log.actor) as actors from transition_log log
      where log.item_id = item.id and log.action like 'vote:%' and log.id > coalesce((
        select max(led.id) from transition_log led where led.item_id = item.id
          and led.action not like 'vote:%' and led.action not like 'change:%'), 0)
      group by 1) vote) as votes`

export const hasQuorum = ({ lifecycle }: ContentType): boolean =>
  lifecycle.transitions.some(({ quorum }) => quorum !== undefined)

/** Accounts by action since the item was last moved or edited; nothing for a type whose steps one person takes. */
export const votesColumn = (type: ContentType): string => (hasQuorum(type) ? `, ${VOTES}` : '')
