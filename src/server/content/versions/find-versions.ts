// Finds the versions of an item that a caller may read, and loads the item as one of them.
import { type RawBuilder, sql } from 'kysely'
import { requireItem } from '#server/content/access/access.ts'
import { readableStates, readsVersions } from '#server/content/access/reads-versions.ts'
import { hidesOwner } from '#server/content/fields/anonymity.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { derivedNames, versionBody } from '#server/content/items/item-versions.ts'
import { loadAs } from '#server/content/items/load-as.ts'
import { fieldsHiddenFrom, findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { describeAction } from '#server/platform/audit/event-words.ts'
import type { Account, Call } from '#server/platform/call.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { ANONYMOUS_NAME } from '#shared/access/anonymous-name.ts'
import { GRANTS, isGranted } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { VersionEntry } from '#shared/calls/version-calls.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { Field } from '#shared/model/content-model.ts'

/** An item whose versions the caller may read. */
export interface Versioned {
  readonly call: Call
  readonly plan: TypePlan
  readonly row: ItemRow
  readonly caller: Account
}

/** Throws `NOT_FOUND` for an item that the caller may not read, `FORBIDDEN` for one whose versions he may not. */
export async function requireVersioned(call: Call, id: string): Promise<Versioned> {
  const { services, account } = call
  const { db } = services
  requireSignedIn(account)
  const item = await db.selectFrom('item').select('type').where('id', '=', id).executeTakeFirst()
  const plan = item && findPlan(services.model(), item.type)
  if (!plan || !account) throw new Failure('NOT_FOUND')
  const row = await requireItem({ plan, caller: account, params: {}, db }, id, { includeDeleted: true })
  if (!readsVersions(plan.type, row, account)) throw new Failure('FORBIDDEN')
  return { call, plan, row, caller: account }
}

/** Those that the caller sees, but for what counts or follows other items. */
export function comparedFields({ plan, row, caller }: Versioned): Field[] {
  const hidden = fieldsHiddenFrom(plan, caller, row)
  const derived = derivedNames(plan)
  return plan.own.filter(({ name }) => !hidden.has(name) && !derived.has(name))
}

interface VersionRow {
  readonly number: number
  readonly base: number | null
  /** What its base changed, where that is the pending change that it took over. */
  readonly adopted: number | null
  readonly revision: number
  readonly isChange: boolean
  readonly status: string
  readonly actor: string | null
  readonly origin: string
  readonly reason: string | null
  readonly at: Date
  readonly name: string | null
  readonly principal: string | null
  readonly names: readonly string[]
  readonly isCurrent: boolean
}

/** Of states that the lifecycle does not have any more, only who examines reads versions. */
const isReadable = ({ plan, row, caller }: Versioned): RawBuilder<unknown> =>
  sql`(version.status = any(${readableStates(plan.type, row, caller)}::text[])
    or ${sql.lit(isGranted(caller, GRANTS.moderate, GRANTS.examine))} and version.status <> all(${Object.keys(plan.type.lifecycle.states)}::text[]))`

export async function findVersions(
  of: Versioned,
  more: RawBuilder<unknown>,
): Promise<readonly VersionEntry[]> {
  const { rows } = await sql<VersionRow>`
    select version.number, version.base, version.revision, version.is_change, version.status, version.actor,
      version.origin, version.reason, version.at, account.name, principal.name as principal,
      array(select jsonb_object_keys(case when below.is_change then below.changed else version.changed end)) as names,
      case when below.is_change then below.base end as adopted,
      version.number = (select max(kept.number) from item_version kept
        where kept.item_id = version.item_id and not kept.is_change) as is_current
    from item_version version
      left join item_version below on below.item_id = version.item_id and below.number = version.base
        and version.changed = '{}'
      left join account on account.id = version.actor
      left join account principal on principal.id = version.behalf
    where version.item_id = ${of.row.id} and ${isReadable(of)} ${more}`.execute(of.call.services.db)
  return rows.map((row) => toEntry(of, row))
}

function toEntry(of: Versioned, version: VersionRow): VersionEntry {
  const { plan, row, caller, call } = of
  const { number, base, adopted, revision, isChange, status, actor, reason, at, name, principal } = version
  const names = new Set(version.names)
  const titles = comparedFields(of).flatMap((field) => (names.has(field.name) ? [field.title] : []))
  const isHidden = actor !== null && actor === row.ownerId && hidesOwner(plan.type, row, caller)
  return {
    number,
    since: adopted ?? base,
    revision,
    at: at.toISOString(),
    by: isHidden ? ANONYMOUS_NAME : principal ? `${name ?? ''}代${principal}` : name,
    origin: describeAction(call.services.model(), version.origin, { to: status }),
    reason,
    status,
    isChange,
    isCurrent: version.isCurrent,
    fields: base === null ? null : titles,
  }
}

export async function countVersions(of: Versioned): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from item_version version
    where version.item_id = ${of.row.id} and ${isReadable(of)}`.execute(of.call.services.db)
  return rows[0]?.total ?? 0
}

/** The number of the version that everybody read last; null where none was ever public. */
export async function findPublished({ call, plan, row }: Versioned): Promise<number | null> {
  const open = sql`${publicStates(plan.type.lifecycle)}::text[]`
  const closed = sql`(select max(step.at) from transition_log step
    where step.item_id = ${row.id} and step.from_status = any(${open}) and step.to_status <> all(${open})
      and step.action not like 'change:%')`
  const { rows } = await sql<{ number: number | null }>`
    select max(version.number)::int as number from item_version version
    where version.item_id = ${row.id} and not version.is_change
      and (${row.status} = any(${open}) or version.status = any(${open}) or version.at <= ${closed})`.execute(
    call.services.db,
  )
  return rows[0]?.number ?? null
}

export interface LoadedVersion {
  readonly entry: VersionEntry
  /** The item as it was. */
  readonly row: ItemRow
}

/** Throws `NOT_FOUND` for a number that there is not, or that the caller may not read. */
export async function loadVersion(of: Versioned, number: number): Promise<LoadedVersion> {
  const { plan, call } = of
  const [entry] = await findVersions(of, sql`and version.number = ${number}`)
  const body = sql`(${versionBody(sql`stored.id`, sql`${number}::int`)})`
  const row = entry && (await loadAs(call.services.db, plan, of.row.id, body))
  if (!row) throw new Failure('NOT_FOUND', { message: '没有这个版本，或您不能查看' })
  return { entry, row }
}
