// Stores versions of items in the statement of their save, and rebuilds the body of one.
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { HookContext } from '#server/content/action.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { perModel } from '#shared/model/per-model.ts'
import type { TypePlan } from './type-plan.ts'

/** Origin of the version that holds what stood in an item before its versions were kept. */
export const BEFORE_VERSIONS = 'version.before'
const SYSTEM = 'version.system'

/** Who saves, why, and by which operation or event. */
export interface VersionAuthor {
  readonly actor: string | null
  readonly behalf: string | null
  readonly origin: string
  readonly reason: string | null
}

type Saving = Pick<HookContext, 'caller'> & {
  readonly hand?: string | undefined
  readonly origin?: string | undefined
  readonly why?: string | undefined
  readonly operation?: { readonly id: string }
}

export function authorOf({ caller, hand, origin, why, operation }: Saving, reason = why): VersionAuthor {
  const id = caller?.id ?? null
  return {
    actor: hand ?? id,
    behalf: hand === undefined ? null : id,
    origin: origin ?? (operation?.id || SYSTEM),
    reason: reason ?? null,
  }
}

export const isVersioned = ({ type }: Pick<TypePlan, 'type'>): boolean => type.versions !== false

/** Fields that count or follow other items: no save of this one changes them. */
export const derivedNames = perModel(
  ({ own }: Pick<TypePlan, 'own'>): ReadonlySet<string> =>
    new Set(
      own.filter(({ from, follows }) => from === 'children' || follows === true).map(({ name }) => name),
    ),
)

/** The values that a save changes, by field; null for one that it empties. */
export function changedValues(plan: TypePlan, before: JsonObject, after: JsonObject): JsonObject {
  const derived = derivedNames(plan)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(
    names
      .filter((name) => !derived.has(name) && !isDeepStrictEqual(before[name] ?? null, after[name] ?? null))
      .map((name) => [name, after[name] ?? null]),
  )
}

export interface NewVersion {
  readonly itemId: string
  /** The revision of the item that is changed. */
  readonly before: number
  readonly revision: number
  readonly status: string
  readonly author: VersionAuthor
  readonly at: Date
  /** As it is stored: secret values are sealed. */
  readonly changed: JsonObject
  /** Of the pending change: the item stays as it is. */
  readonly isChange?: boolean
  /** True where the item becomes what its pending change says: an equal version of that one is not stored again. */
  readonly adopts?: boolean
}

/**
 * Returns steps for the WITH of a statement, the last of which is `version` with the `number`. The item's row must be
 * locked. The version that the item still was gets the body that is replaced; where there is none, because its saves
 * were not recorded, that body becomes a version of its own.
 */
export function versionSteps(version: NewVersion): RawBuilder<unknown> {
  const { itemId, before, revision, status, author, at, isChange = false, adopts = false } = version
  const changed = sql`${JSON.stringify(version.changed)}::jsonb`
  return sql`
    counted as (select coalesce(max(number), 0) as last from item_version where item_id = ${itemId}),
    base as (select number from item_version
      where item_id = ${itemId} and revision = ${before} and not is_change order by number desc limit 1),
    adopted as (select kept.number from item_version kept, base
      where ${sql.lit(adopts)} and kept.item_id = ${itemId} and kept.is_change and kept.base = base.number
        and kept.changed = ${changed} order by kept.number desc limit 1),
    ${isChange ? sql`` : filledStep(itemId)}
    version as (
      insert into item_version (item_id, number, base, revision, is_change, status, actor, behalf, origin, reason, at, changed)
      select item.id, counted.last + 1, null, item.revision, false, item.status, null, null, ${BEFORE_VERSIONS}, null,
          item.updated_at, item.body
        from item, counted where item.id = ${itemId} and not exists (select from base)
      union all
      select ${itemId}, counted.last + case when base.number is null then 2 else 1 end,
          coalesce(adopted.number, base.number, counted.last + 1), ${revision}::int, ${sql.lit(isChange)}, ${status},
          ${author.actor}, ${author.behalf}, ${author.origin}, ${author.reason}, ${at}::timestamptz,
          case when adopted.number is null then ${changed} else '{}'::jsonb end
        from counted left join base on true left join adopted on true
      returning number)`
}

const filledStep = (itemId: string) => sql`
    filled as (update item_version kept set changed = item.body from item, base
      where kept.item_id = ${itemId} and kept.number = base.number and kept.changed is null and item.id = ${itemId}),`

/** SQL, behind `versionSteps`: the number of the new version. */
export const NEW_NUMBER = '(select max(version.number) from version)'

/** Of a pending change, which has a statement of its own. */
export async function storeChangeVersion(
  db: Kysely<Schema>,
  version: Omit<NewVersion, 'isChange' | 'adopts'>,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with ${versionSteps({ ...version, isChange: true })} select max(number) as number from version`.execute(
    db,
  )
  return rows[0]?.number ?? 0
}

/**
 * Where bodies are rewritten past their versions, such as by a migration: they count as another version from here on,
 * but for items that were never changed.
 */
export async function markRewritten(
  db: Kysely<Schema>,
  ids: readonly string[],
  origin: string,
): Promise<void> {
  await sql`with latest as (
      select distinct on (item_id) item_id, changed from item_version
      where item_id = any(${ids}::text[]) and not is_change order by item_id, number desc)
    insert into item_version (item_id, number, revision, status, origin, at)
    select item.id, (select max(number) from item_version counted where counted.item_id = item.id) + 1, item.revision,
      item.status, ${origin}, date_trunc('milliseconds', now())
    from item join latest on latest.item_id = item.id and latest.changed is not null`.execute(db)
}

/**
 * SQL query with the column `body`: that of the version. The nearest value of each field counts, from the version down
 * to a whole one.
 */
export const versionBody = (itemId: RawBuilder<unknown>, number: RawBuilder<unknown>) => sql`
  with recursive chain as (
    select number, base, changed, 0 as depth from item_version where item_id = ${itemId} and number = ${number}
    union all
    select below.number, below.base, below.changed, chain.depth + 1 from chain
      join item_version below on below.item_id = ${itemId} and below.number = chain.base)
  select coalesce(jsonb_object_agg(key, value) filter (where value <> 'null'::jsonb), '{}') as body from (
    select distinct on (key) key, value from chain,
      jsonb_each(coalesce(chain.changed, (select item.body from item where item.id = ${itemId}))) as field (key, value)
    order by key, depth) nearest`
