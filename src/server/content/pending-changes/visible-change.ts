// Loads the pending change of an item for its parties.
import { type Kysely, sql } from 'kysely'
import { canRead } from '#server/content/access/access.ts'
import { isOwner } from '#server/content/access/can-edit.ts'
import { type ItemRow, toItem } from '#server/content/items/item-row.ts'
import { findDifferences, loadAs, withHeading } from '#server/content/items/load-as.ts'
import { latestRevision, loadPending, type PendingVersion } from '#server/content/items/pending-change.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Caller } from '#shared/access/roles.ts'
import { remarkableFields } from '#shared/lifecycles/field-comments.ts'
import { reviews } from '#shared/lifecycles/lifecycle.ts'
import { findChangeTransitions } from './change-actions.ts'
import { loadChangeVotes } from './change-votes.ts'

/** Returns the fields that extend the item's answer; empty for other readers, who do not learn of the change. */
export async function loadChange(
  db: Kysely<Schema>,
  plan: TypePlan,
  row: ItemRow,
  caller: NonNullable<Caller>,
  offered: ReadonlySet<string>,
): Promise<Record<string, unknown>> {
  const { lifecycle } = plan.type
  if (!reviews(lifecycle, row.status)) return {}
  const change = await loadPending(db, row.id)
  if (!change || !canRead(plan.type, { ...row, status: change.status }, caller)) return {}
  const changed = await loadChanged(db, plan, row)
  const votes = await loadChangeVotes({ db, plan }, row.id)
  const author = await db
    .selectFrom('account')
    .select('name')
    .where('id', '=', change.author)
    .executeTakeFirst()
  return {
    revision: latestRevision(row, change),
    changeStatus: change.status,
    change: {
      status: change.status,
      reason: change.reason,
      by: author?.name ?? null,
      at: change.updatedAt.toISOString(),
      revision: change.revision,
      /** True if the public version was corrected after the change was begun. */
      isBehind: row.revision > change.baseRevision,
      isOwn: isOwner({ ...row, ownerId: change.author }, caller),
      // System-filled fields are not listed, because the change does not affect them.
      fields: findDifferences(
        plan,
        plan.own.filter(({ from }) => !from),
        [row, changed],
        caller,
      ),
      item: toItem(plan, changed, caller),
      actions: findChangeTransitions(lifecycle, row, { ...change, votes }, caller)
        .filter(({ action }) => offered.has(action))
        .map(({ to: _to, by: _by, for: _for, remarks, ...step }) => ({
          ...step,
          ...(remarks ? { remarks: remarkableFields(plan.type) } : {}),
        })),
    },
  }
}

/** The item as it would be with the change in its place. */
export async function loadChanged(db: Kysely<Schema>, plan: TypePlan, row: ItemRow): Promise<ItemRow> {
  const filled = plan.own.flatMap(({ name, from }) => (from ? [name] : []))
  const body = sql`(select change.body || (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(stored.body) where key = any(${filled}::text[])
    ) from pending_version change where change.item_id = stored.id)`
  return (await loadAs(db, plan, row.id, body)) ?? row
}

/** Returns the version that an editor continues from: the author's own change, else the public version. */
export function toEdited(
  plan: TypePlan,
  row: ItemRow,
  change: PendingVersion | undefined,
  caller: Caller,
): Record<string, unknown> {
  const isOwn = change !== undefined && caller?.id === change.author
  const shown = isOwn ? withHeading(plan, { ...row, body: change.body }) : row
  return { ...toItem(plan, shown, caller), revision: latestRevision(row, change) }
}
