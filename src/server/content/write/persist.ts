// Stage persist: inserts items, replaces their bodies, and sets single fields.
import { sql } from 'kysely'
import { savePreviousVersionOnce, updatePreviousVersion } from '#server/content/access/previous-version.ts'
import type { ActionContext, WriteScope } from '#server/content/action.ts'
import { toColumns } from '#server/content/items/item-columns.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { authorOf, isVersioned, NEW_NUMBER } from '#server/content/items/item-versions.ts'
import { latestRevision, loadPending, type PendingVersion } from '#server/content/items/pending-change.ts'
import { sealItem } from '#server/platform/secrets/seal-fields.ts'
import { isPublic } from '#shared/lifecycles/lifecycle.ts'
import { takenFrom } from '#shared/model/field-source.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { stateWithPlace } from './capacity.ts'
import { insertStatement, type NewRow } from './insert-items.ts'
import { logEdit, logFollowed } from './log.ts'
import { newVersion, noteChanges, type Persisted, type Recording } from './record-version.ts'
import { hooksOf, persistHooked, toHookItem } from './run-hooks.ts'
import type { Body } from './validate.ts'

type Storing = Pick<ActionContext, 'db' | 'plan' | 'services'>
/** As much of a write as hooks and versions need too. */
type Writing = Recording

export interface NewItem {
  readonly id: string
  readonly status: string
  readonly ownerId: string | null
  readonly body: Body
  readonly now: Date
}

/**
 * Between the hooks of the type. Returns the new row as far as `returning` asks for it. Where all places are taken, the
 * item waits for one.
 */
export async function insertItem(context: Writing, item: NewItem, returning = 'id'): Promise<ItemRow> {
  const { db, plan, touched } = context
  const row = toNewRow(context, item)
  const status = await stateWithPlace(db, plan, { to: row.status, parentId: row.parentId })
  const placed = { ...item, status }
  const store = async () => {
    const { steps, statement } = insertStatement([status === row.status ? row : toNewRow(context, placed)])
    const { rows } = await sql<ItemRow>`with ${steps} ${statement} returning ${sql.raw(returning)}`.execute(
      db,
    )
    touched.add(plan.type.name)
    return rows[0] as ItemRow // the one that was inserted
  }
  if (!hooksOf(context)) return store()
  const added = toHookItem({ ...placed, type: plan.type.name, revision: 0 })
  return persistHooked(context, { item: added }, store, () => ({ ...added, revision: 1 }))
}

/** Without a caller it is no save of anybody, and makes no version. */
export function toNewRow(
  context: Omit<Storing, 'db'> & Partial<Parameters<typeof authorOf>[0]>,
  { id, status, ownerId, body, now }: NewItem,
): NewRow {
  const { plan, services, caller } = context
  const { type } = plan
  return {
    ...(caller !== undefined && isVersioned(plan) ? { author: authorOf({ ...context, caller }) } : {}),
    ...toColumns(plan, body),
    body: sealItem(services, type, body),
    id,
    type: type.name,
    status,
    ownerId,
    publishedAt: isPublic(type.lifecycle, status) ? now : null,
    createdAt: now,
  }
}

/** Changes of the item that a write makes before the transition; the statement of the transition stores them. */
export interface Unsaved {
  readonly body: Body
  readonly revision: number
  /** The revision that was approved, if these changes were not. */
  readonly approvedRevision?: number
  /** Other columns of the item. */
  readonly columns?: Readonly<Record<string, unknown>>
}

/** The columns of `item` by their names in code; `body` brings along those that are derived from it. */
export interface ItemChange {
  readonly body?: Body
  readonly revision?: number
  readonly [column: string]: unknown
}

interface Update {
  /** The columns to return. */
  readonly returning?: string
  /** Why it is changed. */
  readonly reason?: string | undefined
  /** True where the item becomes what its pending change says. */
  readonly adopts?: boolean
}

/**
 * The row must be locked. Returns it as it is then, as far as `returning` asks for it; of its log those entries that are
 * written before. A new body makes a version.
 */
export async function updateItem(
  context: Writing,
  row: Persisted,
  { body, ...columns }: ItemChange,
  { returning = 'id', ...update }: Update = {},
): Promise<ItemRow | undefined> {
  const { db, plan, services, touched } = context
  const updatedAt = services.clock()
  const values = { ...columns, ...(body ? bodyColumns(context, body) : {}), updatedAt }
  const assignments = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const steps =
    body && isVersioned(plan) ? newVersion(context, row, { ...columns, body, updatedAt }, update) : undefined
  const { rows } = await sql<ItemRow & { readonly versionNumber?: number }>`
    ${steps ? sql`with ${steps}` : sql``}
    update item set ${sql.join(assignments)} where id = ${row.id} returning ${sql.raw(returning)}${
      steps ? sql.raw(`, ${NEW_NUMBER} as version_number`) : sql``
    }`.execute(db)
  touched.add(plan.type.name)
  if (body) await updateFollowers(context, services.model(), row.id)
  const { versionNumber, ...stored } = rows[0] ?? {}
  if (body && versionNumber !== undefined) noteChanges(context, row, body, versionNumber)
  return rows[0] && (stored as ItemRow) // without what only the log wants
}

function bodyColumns({ plan, services }: Storing, body: Body): Record<string, unknown> {
  const { search, body: _body, ...columns } = toColumns(plan, body)
  const sealed = JSON.stringify(sealItem(services, plan.type, body))
  return { ...columns, body: sql`${sealed}::jsonb`, search: sql`${search}::tsvector` }
}

interface Manner {
  /** The revision that stood before, where what changes is no edit of anybody: what was examined stays examined. */
  readonly follows?: number
  /** Other columns that change with it. */
  readonly columns?: Readonly<Record<string, unknown>>
  /** The revision that is counted on, if it is not the row's. */
  readonly latest?: number
  /** True where the item becomes what its pending change says. */
  readonly adopts?: boolean
}

/**
 * Stores a changed body as the next revision, which it returns, between the hooks of the type. The row must be locked;
 * `latest` is its revision, or that of its pending change.
 */
export async function replaceBody(
  context: Writing,
  row: Persisted,
  body: Body,
  { follows, columns = {}, latest = row.revision, adopts = false }: Manner = {},
): Promise<number> {
  const revision = latest + 1
  if (follows === undefined) await savePreviousVersionOnce(context.db, context.plan, row.id)
  const goesAlong = (column: string) =>
    sql`case when ${sql.ref(column)} = ${follows ?? null}::int then ${revision}::int else ${sql.ref(column)} end`
  const along =
    follows === undefined
      ? {}
      : { approvedRevision: goesAlong('approvedRevision'), leftRevision: goesAlong('leftRevision') }
  const store = () => updateItem(context, row, { body, revision, ...along, ...columns }, { adopts })
  if (!hooksOf(context)) await store()
  else {
    const item = toHookItem({ ...row, body, revision })
    await persistHooked(context, { item, before: toHookItem(row) }, store, () => item)
  }
  return revision
}

/**
 * Sets the fields of the item and of its pending change. The row must be locked, and `fields` validated. With
 * `isFollowed` they follow from a transition of another item, and nobody edits this one. Returns the new revision.
 */
export async function setFields(
  context: ActionContext & WriteScope,
  row: ItemRow,
  fields: Body,
  { isFollowed = false }: { readonly isFollowed?: boolean } = {},
): Promise<number> {
  const change = await loadPending(context.db, row.id)
  const latest = latestRevision(row, change)
  const body = { ...row.body, ...fields }
  if (isFollowed) await logFollowed(context, row, body)
  else await logEdit(context, row, body)
  const revision = await replaceBody(context, row, body, {
    latest,
    ...(isFollowed ? { follows: row.revision } : {}),
  })
  if (isFollowed) await updatePreviousVersion(context.db, context, row.id, fields)
  await setPending(context, change, fields)
  return revision
}

/** The pending change gets the values too, so that its approval does not revert them. */
export async function setPending(
  { db, plan, services }: Storing,
  change: PendingVersion | undefined,
  fields: Body,
): Promise<void> {
  if (!change) return
  await db
    .updateTable('pendingVersion')
    .set({ body: sealItem(services, plan.type, { ...change.body, ...fields }) })
    .where('itemId', '=', change.itemId)
    .execute()
}

interface Follower {
  readonly type: string
  readonly field: string
  /** Of the item that is followed. */
  readonly source: string
  /** The reference that leads there; absent for the parent. */
  readonly by?: string
}

/** Fields that follow a field of another item, by the name of its type. */
const followersIn = perModel((model: Model): ReadonlyMap<string, readonly Follower[]> => {
  const followers = new Map<string, Follower[]>()
  for (const type of model.contentTypes)
    for (const { name: field, from, follows } of type.fields) {
      const source = follows ? takenFrom(type, from) : undefined
      if (!source) continue
      const above = type.fields.find(({ name }) => name === source.by)?.ref ?? ''
      const by = source.isParent || source.by === undefined ? {} : { by: source.by }
      followers.set(above, [
        ...(followers.get(above) ?? []),
        { type: type.name, field, source: source.field, ...by },
      ])
    }
  return followers
})

/** The revisions of the followers stay, because their editors see what they saw, but for these fields. */
async function updateFollowers(
  { db, plan, touched }: Storing & Pick<WriteScope, 'touched'>,
  model: Model,
  id: string,
): Promise<void> {
  for (const { type, field, source, by } of followersIn(model).get(plan.type.name) ?? []) {
    const leads = by === undefined ? sql`item.parent_id` : sql`item.body->>${sql.lit(by)}`
    const { numAffectedRows } = await sql`update item set body = case
        when above.body ? ${source} then item.body || jsonb_build_object(${field}::text, above.body->${source})
        else item.body - ${field}::text end
      from item above
      where above.id = ${id} and item.type = ${sql.lit(type)} and ${leads} = above.id
        and item.body->${field} is distinct from above.body->${source}`.execute(db)
    if (numAffectedRows) touched.add(type)
  }
}
