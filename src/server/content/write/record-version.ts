// Stage persist: makes the version of a save, and notes for its audit entry what it changes.
import type { TransitionContext } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import {
  authorOf,
  changedValues,
  isVersioned,
  storeChangeVersion,
  versionSteps,
} from '#server/content/items/item-versions.ts'
import { sealItem } from '#server/platform/secrets/seal-fields.ts'
import { describeChanges } from './describe-changes.ts'
import type { Body } from './validate.ts'

/** As much of a write as versions need. */
export type Recording = TransitionContext

/** An item as far as a change of its fields depends on it. */
export type Persisted = Pick<ItemRow, 'id' | 'type' | 'status' | 'ownerId' | 'revision' | 'body'>

interface NewBody {
  readonly body: Body
  readonly updatedAt: Date
  readonly revision?: number
  readonly status?: unknown
}

interface Cause {
  /** Why it is changed. */
  readonly reason?: string | undefined
  /** True where the item becomes what its pending change says. */
  readonly adopts?: boolean
}

/** Steps for the statement that gives the item its new body. */
export function newVersion(
  context: Recording,
  row: Persisted,
  { body, updatedAt: at, ...columns }: NewBody,
  { reason, adopts = false }: Cause,
) {
  const { plan, services } = context
  return versionSteps({
    itemId: row.id,
    before: row.revision,
    revision: columns.revision ?? row.revision,
    status: String(columns.status ?? row.status),
    author: authorOf(context, reason),
    at,
    changed: sealItem(services, plan.type, changedValues(plan, row.body, body)),
    adopts,
  })
}

/** For the audit entry about the item, which one write may change more than once. */
export function noteChanges({ plan, changes }: Recording, row: Persisted, body: Body, version: number): void {
  const before = changes.get(row.id)?.changes
  const later = describeChanges(plan, row.body, body)
  const earlier = Array.isArray(before) ? before : []
  changes.set(row.id, { version, changes: [...earlier, ...later] })
}

/**
 * Makes a version of the pending change. The row must be locked; `body` is what the item would be with the change in its
 * place.
 */
export async function recordChange(
  context: Recording,
  row: Persisted,
  { body, revision, status }: Pick<ItemRow, 'body' | 'revision' | 'status'>,
): Promise<void> {
  const { db, plan, services } = context
  if (!isVersioned(plan)) return
  const version = await storeChangeVersion(db, {
    itemId: row.id,
    before: row.revision,
    revision,
    status,
    author: authorOf(context),
    at: services.clock(),
    changed: sealItem(services, plan.type, changedValues(plan, row.body, body)),
  })
  noteChanges(context, row, body, version)
}
