// Loads, stores and deletes the pending change of an approved item.
import { type Kysely, sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { sealItem } from '#server/platform/secrets/seal-fields.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import { findReasonTitleByTarget } from '#shared/lifecycles/transition-reason.ts'

export interface PendingVersion {
  readonly itemId: string
  /** The state of the item's lifecycle that the change is in, such as `pending` or `refused`. */
  readonly status: string
  readonly author: string
  /** The body as its author wrote it, without the fields that the author may not see. */
  readonly body: JsonObject
  /** The revision that was public when the change was begun. */
  readonly baseRevision: number
  /** Counted on from the item's, so that one number tells whether anything was written meanwhile. */
  readonly revision: number
  readonly reason: string | null
  readonly updatedAt: Date
}

/** Loads the pending change. A caller who writes afterwards must lock the item's row. */
export function loadPending(db: Kysely<Schema>, itemId: string): Promise<PendingVersion | undefined> {
  return db
    .selectFrom('pendingVersion')
    .select(['itemId', 'status', 'author', 'body', 'baseRevision', 'revision', 'reason', 'updatedAt'])
    .where('itemId', '=', itemId)
    .executeTakeFirst()
}

/** The newest revision of an item, its pending change included. */
export function latestRevision(
  item: { readonly revision: number },
  change: Pick<PendingVersion, 'revision'> | undefined,
): number {
  return Math.max(item.revision, change?.revision ?? 0)
}

export async function storePending(
  transaction: Kysely<Schema>,
  { plan, services }: Pick<ActionContext, 'plan' | 'services'>,
  version: Omit<PendingVersion, 'reason'>,
): Promise<void> {
  const { itemId, ...rest } = version
  const row = { ...rest, body: sealItem(services, plan.type, rest.body), reason: null }
  await transaction
    .insertInto('pendingVersion')
    .values({ itemId, ...row, createdAt: version.updatedAt })
    .onConflict((conflict) => conflict.column('itemId').doUpdateSet(row))
    .execute()
}

export async function dropPending(transaction: Kysely<Schema>, itemId: string): Promise<void> {
  await transaction.deleteFrom('pendingVersion').where('itemId', '=', itemId).execute()
}

/** The items of a list for their parties, with the states of their changes and the reasons given. */
export async function withChanges(
  db: Kysely<Schema>,
  lifecycle: Lifecycle,
  items: readonly Readonly<Record<string, unknown>>[],
): Promise<Record<string, unknown>[]> {
  const ids = items.map(({ id }) => String(id))
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom('pendingVersion')
          .select(['itemId', 'status', 'reason'])
          .where('itemId', 'in', ids)
          .execute()
  const changes = new Map(found.map((change) => [change.itemId, change]))
  return items.map((item) => {
    const change = changes.get(String(item.id))
    return {
      ...item,
      ...(change?.reason
        ? { statusReason: change.reason, statusWords: findReasonTitleByTarget(lifecycle, change.status) }
        : {}),
      changeStatus: change?.status ?? null,
    }
  })
}

/** SQL: the state of the change of `item`, null where there is none. */
export const CHANGE_STATUS =
  '(select change.status from pending_version change where change.item_id = item.id)'

export const CHANGE_REASON =
  '(select change.reason from pending_version change where change.item_id = item.id)'

/** SQL condition: the item's change is in one of `states`, which are names of a lifecycle. */
export function hasChangeIn(states: readonly string[]) {
  return sql`exists (select from pending_version change
    where change.item_id = item.id and change.status in (${sql.join(states)}))`
}
