// Selects a person's unsubmitted work: saved drafts of forms, and items in a draft state.
import { type RawBuilder, sql } from 'kysely'
import { isEditable } from '#server/content/access/can-edit.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import type { SignedIn } from '#server/platform/operations/require-signed-in.ts'
import { keepsDrafts } from '#shared/lifecycles/lifecycle.ts'
import type { Model } from '#shared/model/model.ts'

/**
 * Returns a SQL table expression. Where a record also has a saved form, the form is newer and stands for both.
 * `status` is the state of a record, null for a form.
 */
export function ownDrafts(model: Model, caller: SignedIn): RawBuilder<unknown> {
  return sql`(
    select form, key, body, updated_at, null::text as status from draft where user_id = ${caller.id}
    union all
    select type, id, body, updated_at, status from item
    where owner_id = ${caller.id} and ${isDraft(model, caller)}
      and not exists (select from draft where user_id = ${caller.id} and form = item.type and key = item.id)
  )`
}

/** Condition on a row of `item`. */
function isDraft(model: Model, caller: SignedIn): RawBuilder<unknown> {
  const kept = model.contentTypes.flatMap(({ name, lifecycle }) => {
    const { initial } = lifecycle
    const plan = keepsDrafts(lifecycle) && isEditable(lifecycle, initial) ? findPlan(model, name) : undefined
    return plan
      ? [sql`(type = ${name} and status = ${initial} and ${plan.relations.readableToOwner(caller)})`]
      : []
  })
  return kept.length === 0 ? sql`false` : sql`(${sql.join(kept, sql` or `)})`
}
