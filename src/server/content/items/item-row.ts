// Declares the row of an item as queries read it, and maps it to the answer for a caller.

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hidesOwner } from '#server/content/fields/anonymity.ts'
import { quote } from '#server/content/fields/field-expression.ts'
import { namedParameters } from '#server/content/parameters/named-parameters.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { ANONYMOUS_NAME } from '#shared/access/anonymous-name.ts'
import type { Vacant, Vote } from '#shared/access/facts.ts'
import { isMaskedFor, maskIdentity, maskValue } from '#shared/access/mask-field.ts'
import { isAllowed, member } from '#shared/access/policy.ts'
import { type Audience, type Caller, GRANTS, isGranted } from '#shared/access/roles.ts'
import { shortenText } from '#shared/formats/text-length.ts'
import type { TimerState } from '#shared/lifecycles/deadline.ts'
import type { Field } from '#shared/model/content-model.ts'
import { takenFrom } from '#shared/model/field-source.ts'
import type { ContentCall } from '#shared/model/operation-model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { lockFamiliesOf } from './families.ts'
import { canReadReason, statusReasonTitle } from './status-reason.ts'
import { fieldsHiddenFrom, type TypePlan } from './type-plan.ts'

export interface ItemRow {
  readonly id: string
  readonly type: string
  readonly status: string
  /** Absent in rows of lists until they are asked for. */
  readonly statusReason?: string | null
  readonly statusStep?: string | null
  readonly ownerId: string | null
  readonly ownerName: string | null
  /** These as far as the type asks for them. */
  readonly parentOwnerId?: string | null
  readonly parentStatus?: string | null
  /** Title of the parent, where its partner reads it in any state. */
  readonly parentTitle?: string | null
  readonly disclosed?: boolean
  /** Absent in rows of lists. */
  readonly partners?: readonly (string | null)[]
  readonly applicants?: readonly (string | null)[] | null
  /** It no longer stands as it was while it was open to others; only of what some go on reading then. */
  readonly edited?: boolean
  /** As far as the type names parties. */
  readonly parties?: Readonly<Record<Audience, readonly (string | null)[]>>
  readonly region?: string | null
  readonly category?: string | null
  /** As far as the lifecycle leaves parts to others whose holder cannot act. */
  readonly vacant?: readonly Vacant[] | null
  readonly title: string
  readonly body: Readonly<Record<string, unknown>>
  readonly refs: Readonly<Record<string, unknown>> | null
  /** Fields of the referenced items, by reference and field; absent where the type joins nothing. */
  readonly joined?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
  /** Absent where the type computes nothing. */
  readonly computed?: Readonly<Record<string, unknown>>
  /** Absent where the type has no pins. */
  readonly pinned?: number | null
  readonly viewCount: number
  readonly likeCount: number
  readonly supportCount: number
  readonly collectCount: number
  readonly commentCount: number
  readonly revision: number
  /** Read with the whole item only. */
  readonly approvedRevision?: number | null
  /** Read with the whole item only. */
  readonly leftStatus?: string | null
  /** Of steps that several people take; read with the whole item only. */
  readonly votes?: Readonly<Record<string, readonly Vote[]>> | null
  /** Read with the whole item only. */
  readonly clocks?: Readonly<Record<string, TimerState>> | null
  /** Read with the whole item only; null since it was made. */
  readonly statusSince?: Date | null
  readonly publishedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Key inside the stored body; no field may be called so, because names of fields begin with a letter. */
export const RECEIPT_KEY = '_receiptNo'

/** Long texts are cut in lists, whose readers see two lines of them. */
const MAX_LIST_TEXT = 500

/** Loads an item of the type, in any state and without a check of read access. */
export async function loadRow(
  db: Kysely<Schema>,
  plan: TypePlan,
  where: RawBuilder<unknown>,
  { lock = false } = {},
): Promise<ItemRow | undefined> {
  return (await loadRows(db, plan, where, { lock }))[0]
}

/** The same of all that `where` finds. With `lock` the families that count them are locked before them. */
export async function loadRows(
  db: Kysely<Schema>,
  plan: TypePlan,
  where: RawBuilder<unknown>,
  { lock = false } = {},
): Promise<readonly ItemRow[]> {
  const found = sql`type = ${sql.raw(quote(plan.type.name))} and ${where}`
  if (lock && plan.family) await lockFamiliesOf(db, plan.family, found)
  const { rows } = await sql<ItemRow>`
    select ${sql.raw(plan.infoColumns)} from item
    where ${found}
    ${sql.raw(lock ? 'for update of item' : '')}`.execute(db)
  return rows
}

/**
 * Maps the row to the whole item, without the fields that the caller may not see. Only the owner gets personal
 * numbers unmasked.
 */
export function toItem(plan: TypePlan, row: ItemRow, caller: Caller): Record<string, unknown> {
  return build(plan, row, caller, fieldsHiddenFrom(plan, caller, row), toMasked)
}

/** Maps the row without masking, to find the differences between two answers. */
export function toUnmaskedItem(plan: TypePlan, row: ItemRow, caller: Caller): Record<string, unknown> {
  return build(plan, row, caller, fieldsHiddenFrom(plan, caller, row), (_column, value) => value)
}

/** A field of an answer, with what its schema says worked out once. */
interface Column {
  readonly field: Field
  readonly isMasked: boolean
  /** The property beside it that names what it refers to. */
  readonly title?: string
  readonly read: (row: ItemRow) => unknown
}

const columnsOf = perModel((plan: TypePlan): readonly Column[] => [
  ...plan.own.map((field) => ({
    ...toColumn(plan, field, readerOf(plan, field)),
    ...(field.ref !== undefined || field.refBy !== undefined || field.names !== undefined
      ? { title: `${field.name}Title` }
      : {}),
  })),
  ...plan.joined.map((field) =>
    toColumn(plan, field, (row) => row.joined?.[field.join?.by ?? '']?.[field.name]),
  ),
])

const listColumnsOf = perModel((plan: TypePlan) =>
  columnsOf(plan).filter(({ field }) => field.join !== undefined || field.type !== 'rich-text'),
)

const toColumn = ({ type }: TypePlan, field: Field, read: Column['read']): Column => ({
  field,
  isMasked: isMaskedFor(type, field),
  read,
})

function readerOf({ derived, parameters }: TypePlan, { name, of, parameters: isSet }: Field): Column['read'] {
  if (of !== undefined) return ({ body }) => derived.get(name)?.get(String(body[of]))
  return isSet ? ({ body }) => namedParameters(parameters, body) : ({ body }) => body[name]
}

type ToValue = (column: Column, value: unknown, row: ItemRow, caller: Caller) => unknown

const toMasked: ToValue = ({ field, isMasked }, value, row, caller) =>
  !isMasked || (caller !== null && subjectOf(field, row) === caller.id) ? value : maskValue(field, value)

/**
 * Returns the person whom the value concerns: the parent's owner for a value taken from the parent, else the owner.
 * Null for a joined value and for one that is taken over a reference, whose owners are not known here.
 */
export function subjectOf(field: Field, row: Pick<ItemRow, 'ownerId' | 'parentOwnerId'>): string | null {
  if (field.join !== undefined) return null
  const source = takenFrom({}, field.from)
  if (source && !source.isParent) return null
  return source ? (row.parentOwnerId ?? null) : row.ownerId
}

/** Rows of one list: rich texts are left out, long ones cut, personal numbers masked. */
export function toListItems(
  plan: TypePlan,
  rows: readonly ItemRow[],
  caller: Caller,
): Record<string, unknown>[] {
  const forOthers = fieldsHiddenFrom(plan, caller, { ownerId: null })
  const isCheckedPerRow =
    (plan.ownerSeesMore ||
      caller?.standsIn !== undefined ||
      caller?.assigned !== undefined ||
      plan.type.lifecycle.vacancy !== undefined) &&
    (caller !== null || plan.dependsOnState)
  return rows.map((row) => {
    const hidden = isCheckedPerRow ? fieldsHiddenFrom(plan, caller, row) : forOthers
    return build(plan, row, caller, hidden, toListValue, listColumnsOf(plan))
  })
}

const PARTIES: readonly Audience[] = ['owner', 'parent.owner']

/** The words that a state was given with are between its parties; so is who has published anonymously. */
function forReader({ type }: TypePlan, row: ItemRow, caller: Caller): ItemRow {
  const isAnonymous = type.anonymous !== undefined && hidesOwner(type, row, caller)
  const forParties = (row.statusReason ?? null) !== null || (row.parentTitle ?? null) !== null
  if (!isAnonymous && !forParties) return row
  const parties = [...PARTIES, ...Object.keys(row.parties ?? {})]
  const isParty =
    isGranted(caller, GRANTS.moderate, GRANTS.examine) || isAllowed(member(parties), caller, row)
  return {
    ...row,
    ...(isParty ? {} : { parentTitle: null }),
    ...(isParty && canReadReason(type.lifecycle, row, caller) ? {} : { statusReason: null }),
    ...(isAnonymous ? { ownerId: null, ownerName: ANONYMOUS_NAME } : {}),
  }
}

/** Lists mask personal numbers for their owners too. */
const toListValue: ToValue = (column, value, row) => {
  const masked = toMasked(column, value, row, null)
  if (typeof masked !== 'string') return masked
  const { field } = column
  return field.type === 'long-text' ? shortenText(masked, MAX_LIST_TEXT) : maskIdentity(field, masked)
}

function build(
  plan: TypePlan,
  stored: ItemRow,
  caller: Caller,
  hidden: ReadonlySet<string>,
  toValue: ToValue,
  columns = columnsOf(plan),
): Record<string, unknown> {
  const { type, computed } = plan
  const row = forReader(plan, stored, caller)
  const item: Record<string, unknown> = { id: row.id, type: row.type, title: row.title }
  for (const column of columns) {
    const { name } = column.field
    if (hidden.has(name)) continue
    item[name] = toValue(column, column.read(row) ?? null, stored, caller)
    if (column.title !== undefined)
      item[column.title] = row.refs?.[name] ?? (name === type.parent ? row.parentTitle : null) ?? null
  }
  for (const field of computed) item[field.name] = row.computed?.[field.name] ?? null
  item.status = row.status
  item.statusReason = row.statusReason ?? null
  item.statusWords = row.statusReason ? statusReasonTitle(type.lifecycle, row) : null
  item.ownerId = row.ownerId
  item.ownerName = row.ownerName
  item.viewCount = row.viewCount
  item.likeCount = row.likeCount
  item.supportCount = row.supportCount
  item.collectCount = row.collectCount
  item.commentCount = row.commentCount
  item.revision = row.revision
  if (type.pins) item.pinned = row.pinned ?? null
  item.publishedAt = row.publishedAt?.toISOString() ?? null
  item.createdAt = row.createdAt.toISOString()
  item.updatedAt = row.updatedAt.toISOString()
  return item
}

/** The item with the fields that the operation declares; id, type and title are always there, to identify it. */
export function onlyFields(
  { fields }: Pick<ContentCall, 'fields'>,
  item: Record<string, unknown>,
): Record<string, unknown> {
  if (!fields) return item
  const kept = new Set(['id', 'type', 'title', ...fields, ...fields.map((name) => `${name}Title`)])
  return Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name)))
}
