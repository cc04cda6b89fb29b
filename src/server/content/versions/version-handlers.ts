// Handles the calls that list, read, compare and restore the versions of an item.
import { sql } from 'kysely'
import { auditItemReading } from '#server/content/access/audit-item-reading.ts'
import { type ItemRow, toItem } from '#server/content/items/item-row.ts'
import { findDifferences } from '#server/content/items/load-as.ts'
import { latestRevision, loadPending } from '#server/content/items/pending-change.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { badParameter, readInteger, readPaging, requireText } from '#server/platform/calls/read-parameter.ts'
import { toPaged } from '#shared/calls/envelope.ts'
import type { VersionEntry } from '#shared/calls/version-calls.ts'
import type { Versioned } from './find-versions.ts'
import {
  comparedFields,
  countVersions,
  findPublished,
  findVersions,
  loadVersion,
  requireVersioned,
} from './find-versions.ts'
import { findUpdate, restoreVersion } from './restore-version.ts'

export const versionHandlers: Handlers = {
  'version.list': listVersions,
  'version.info': readVersion,
  'version.compare': compareVersions,
  'version.restore': restoreVersion,
}

const MOST = Number.MAX_SAFE_INTEGER

/** `revision` is that of the newest save, which a restoring names; the newest version comes first. */
async function listVersions(call: Call): Promise<unknown> {
  const of = await requireVersioned(call, requireText(call.params, 'id'))
  const paging = readPaging(call.params)
  const page = sql`order by version.number desc limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}`
  const [list, total, change] = await Promise.all([
    findVersions(of, page),
    countVersions(of),
    loadPending(call.services.db, of.row.id),
  ])
  return {
    ...toPaged(list, total, paging),
    revision: latestRevision(of.row, change),
    restorable: findUpdate(of) !== undefined,
  }
}

async function readVersion(call: Call): Promise<unknown> {
  const of = await requireVersioned(call, requireText(call.params, 'id'))
  const { entry, row } = await loadVersion(of, requireNumber(call, 'number'))
  return { ...(await toShown(of, 'version.info', row)), version: entry, fields: comparedFields(of) }
}

/**
 * Without `to` with the item as it stands, without `from` what the version changed. With `published` from the version
 * that was public last; `before` holds nulls where none was.
 */
async function compareVersions(call: Call): Promise<unknown> {
  const of = await requireVersioned(call, requireText(call.params, 'id'))
  const to = readNumber(call, 'to')
  const after: { readonly entry: VersionEntry | null; readonly row: ItemRow } =
    to === undefined ? { entry: null, row: of.row } : await loadVersion(of, to)
  const fields = comparedFields(of)
  const from =
    call.params.published === undefined
      ? (readNumber(call, 'from') ?? after.entry?.since ?? requireNumber(call, 'to'))
      : await findPublished(of)
  if (from === null) {
    const { item } = await toShown(of, 'version.compare', after.row)
    return {
      before: { item: null, version: null },
      after: { item, version: after.entry },
      changed: [],
      fields,
    }
  }
  const before = await loadVersion(of, from)
  return {
    before: { ...(await toShown(of, 'version.compare', before.row)), version: before.entry },
    after: { ...(await toShown(of, 'version.compare', after.row)), version: after.entry },
    changed: findDifferences(of.plan, fields, [before.row, after.row], of.caller),
    fields,
  }
}

const readNumber = ({ params }: Call, name: string): number | undefined =>
  readInteger(params, name, { min: 1, max: MOST })

function requireNumber(call: Call, name: string): number {
  const number = readNumber(call, name)
  if (number === undefined) throw badParameter(name)
  return number
}

async function toShown({ call, plan, caller }: Versioned, id: string, row: ItemRow) {
  await auditItemReading({ call, plan, caller, operation: { id } }, row)
  return { item: toItem(plan, row, caller) }
}
