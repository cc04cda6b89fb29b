// Owns the SQL of the reason that was given for an item's state: only its parties read it in such a state.

/** What is online needs none, and lists of it shall not ask for one. */
export const STATUS_REASON = `case when status = 'online' then null else (
    select log.reason from transition_log log where log.item_id = item.id order by log.id desc limit 1
  ) end as status_reason`
