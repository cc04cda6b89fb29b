// Counts a person's own items by type and by state, so that filters offer only what the person has.
import { type RawBuilder, sql } from 'kysely'
import { hasChangeIn } from '#server/content/items/pending-change.ts'
import type { Call } from '#server/platform/call.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import { keywordCondition, ownItems, ownTypes } from './own-items.ts'

interface Counted {
  readonly field: 'dataType' | 'status'
  readonly value: string
  readonly count: number
}

/** Each field is counted with the other filters, not with its own. An item with a pending change counts in both states. */
export async function countOwnFacets(call: Call): Promise<unknown> {
  const { params, services } = call
  const caller = requireSignedIn(call.caller)
  const model = services.model()
  const [only, status] = [readText(params, 'dataType'), readText(params, 'status')]
  const words = await keywordCondition(call, ownItems(model, caller))
  const inStatus: RawBuilder<unknown> =
    status === undefined ? sql`` : sql`and (status = ${status} or ${hasChangeIn([status])})`
  const { rows } = await sql<Counted>`
    select 'dataType' as field, type as value, count(*)::int as count from item
      where ${ownItems(model, caller)} ${inStatus} ${words} group by type
    union all
    select 'status' as field, state.value, count(distinct item.id)::int as count from item
      cross join lateral (select item.status as value union
        select change.status from pending_version change where change.item_id = item.id) state
      where ${ownItems(model, caller, only)} ${words} group by state.value`.execute(services.db)
  const dictionary = model.dictionaries.find(({ name }) => name === DICTIONARY.states)
  const labels = {
    dataType: ownTypes(model).map(({ name, badge, title }) => ({ value: name, label: badge ?? title })),
    status: dictionary?.items ?? [],
  }
  const facets = Object.entries(labels).map(([field, choices]) => ({
    ...{ field, kind: 'choice', min: null, max: null },
    items: choices.flatMap(({ value, label }) => {
      const row = rows.find((one) => one.field === field && one.value === value)
      return row ? [{ value, label, count: row.count }] : []
    }),
  }))
  return { facets }
}
