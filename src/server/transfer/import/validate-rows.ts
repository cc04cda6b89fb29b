// Validates the next rows of an import, with the items that they name, and prepares valid ones for storage.
import { setImmediate as giveWay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { isOpenRow } from '#server/content/fields/open-states.ts'
import { toColumns } from '#server/content/items/item-columns.ts'
import { RECEIPT_KEY } from '#server/content/items/item-row.ts'
import { systemFields } from '#server/content/write/system-fields.ts'
import type { Body } from '#server/content/write/validate.ts'
import type { Call } from '#server/platform/call.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { takeReceiptNumbers } from '#server/platform/operations/receipt-number.ts'
import { sealItem } from '#server/platform/secrets/seal-fields.ts'
import type { Model } from '#shared/model/model.ts'
import type { ImportColumn } from './import-columns.ts'
import type { ImportKind } from './import-kind.ts'
import { type ImportJob, type ImportRow, nextRows, type ValidatedRow } from './import-store.ts'
import { type FileColumn, foldText } from './match-columns.ts'
import { type Titles, titlesIn } from './read-cell.ts'
import { validateRow } from './validate-row.ts'

/** The number of rows validated before other requests get their turn. */
const TURN = 10

export async function validateRows(
  call: Call,
  kind: ImportKind,
  job: ImportJob,
  most: number,
): Promise<readonly ValidatedRow[]> {
  const { services } = call
  const { db } = services
  const rows = await nextRows(db, job, most)
  const titles = await loadTitles(db, services.model(), kind.columns, job.columns, rows)
  const content = kind.operation.content
  if (!content) throw new TypeError(`operation ${kind.operation.id} belongs to no content type`)
  const { plan, account } = kind
  const system = await systemFields({ db, plan, caller: account, content, call }, {})
  const now = services.clock()
  const numbers = await takeReceiptNumbers(db, now, rows.length)
  const validated: ValidatedRow[] = []
  for (const [index, row] of rows.entries()) {
    if (index % TURN === TURN - 1) await giveWay()
    const verdict = await validateRow({ kind, file: job.columns, titles, call }, row.cells)
    if ('faults' in verdict) {
      validated.push({ place: row.place, verdict: 'wrong', errors: verdict.faults, item: null, same: null })
      continue
    }
    const { status: _, ...fixed } = content.fixed
    const body = { ...verdict.body, ...system, ...fixed }
    const item = toItem(call, kind, { body, row, now, receiptNo: numbers[index] ?? '' })
    validated.push({ place: row.place, verdict: 'right', errors: null, item, same: null })
  }
  return validated
}

interface Ready {
  readonly body: Body
  readonly row: ImportRow
  readonly now: Date
  readonly receiptNo: string
}

/** As `importItems` stores it. */
function toItem({ services }: Call, { plan }: ImportKind, { body, row, now, receiptNo }: Ready): object {
  const columns = toColumns(plan, body)
  return {
    // A millisecond for each row keeps them in the order of the file.
    id: newId(new Date(now.getTime() + row.place)),
    category: columns.category,
    region: columns.region,
    title: columns.title,
    search: columns.search,
    body: sealItem(services, plan.type, { ...body, [RECEIPT_KEY]: receiptNo }),
  }
}

/** Finds public items only, so that titles reveal no other item. */
async function loadTitles(
  db: Kysely<Schema>,
  model: Model,
  columns: readonly ImportColumn[],
  file: readonly (FileColumn | null)[],
  rows: readonly ImportRow[],
): Promise<Titles> {
  const wanted = new Map<string, Set<string>>()
  for (const [index, place] of file.entries()) {
    const column = columns.find(({ key }) => key === place?.key)
    const type = column?.field.ref
    if (!column || type === undefined) continue
    const titles = wanted.get(type) ?? new Set()
    for (const { cells } of rows) for (const title of titlesIn(cells[index] ?? '', column)) titles.add(title)
    wanted.set(type, titles)
  }
  const found = new Map<string, string[]>()
  for (const [type, titles] of wanted) {
    if (titles.size === 0) continue
    const { rows: items } = await sql<{ id: string; title: string }>`
      select id, title from item where title = any(${[...titles]}::text[]) and ${sql.raw(isOpenRow(model, 'item', type))}
      order by id`.execute(db)
    for (const { id, title } of items) {
      const key = `${type}/${foldText(title)}`
      found.set(key, [...(found.get(key) ?? []), id])
    }
  }
  return (type, title) => found.get(`${type}/${foldText(title)}`) ?? []
}
