// Receives an uploaded table and stores its rows: checks its size, its format, its headings.
import { createHash } from 'node:crypto'
import type { Call, Upload } from '#server/platform/call.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { ConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts'
import { readTable } from '#server/platform/table-files/read-table.ts'
import {
  type SheetRow,
  TableError,
  type TableFile,
  type TableReason,
  toVisible,
} from '#server/platform/table-files/table-file.ts'
import { Failure } from '#shared/calls/errors.ts'
import { basisOf } from './import-basis.ts'
import { BOUNDS, HINT_MARK, type ImportKind, MAX_BYTES, MAX_ROWS } from './import-kind.ts'
import { dropOldImports, storeJob } from './import-store.ts'
import type { FileColumn } from './match-columns.ts'
import { requireHeading } from './require-columns.ts'

const MAX_NAME_LENGTH = 100
/** Unpacking takes much memory: one at a time. */
const limiter = new ConcurrencyLimiter({ running: 1, waiting: 8, timeout: 60_000 })

const MESSAGES: Readonly<Record<TableReason, string>> = {
  kind: '这不是 Excel 工作簿（xlsx）或 CSV 文件，请用下载的模板填写',
  fake: '文件扩展名为 Excel，内容却是文本，请用 Excel 或 WPS 打开，另存为“Excel 工作簿（*.xlsx）”再上传；若为 CSV，请将扩展名改为 .csv',
  old: '工作簿为旧版（.xls）、二进制（.xlsb）或已加密，请在 Excel 中去掉密码，另存为“Excel 工作簿（*.xlsx）”再上传',
  damaged: '这个文件不完整或已损坏，请用 Excel 或 WPS 打开，重新保存后再上传',
  encrypted: '文件已加密，请去掉密码后再上传',
  large: '文件解压后过大，请只保留要导入的工作表，去掉图片和多余的格式后再上传',
  rows: `一次最多导入 ${MAX_ROWS} 行，请分成几份文件上传`,
  cells: '这个文件的列数过多，请用下载的模板填写',
  encoding: 'CSV 文件的编码无法识别，请另存为 UTF-8 编码的 CSV，或改用 xlsx',
  empty: '文件没有内容，请填写后再上传',
}

export async function receiveTable(call: Call, kind: ImportKind): Promise<string> {
  const { services, request } = call
  const upload = await request.upload?.(MAX_BYTES)
  if (!upload) throw new Failure('BAD_INPUT', { message: '没有收到文件，请重新选择' })
  const bytes = await readBytes(upload)
  const read = () => readTable(bytes, BOUNDS, upload.name).catch(refuse)
  const table = await limiter.enter(read, { caller: kind.account.id, isPrioritized: false })
  const rows = table.rows.map(toStorable)
  const [heads, ...below] = rows
  const headings = heads?.cells.map(toVisible) ?? []
  const columns = requireHeading(kind, rows)
  const filled = below.filter(({ cells }, index) => index > 0 || !cells[0]?.startsWith(HINT_MARK.trim()))
  if (filled.length === 0) refuseFor('empty')
  if (filled.length > MAX_ROWS) refuseFor('rows')
  const now = services.clock()
  const job = {
    id: newId(now),
    ownerId: kind.account.id,
    type: kind.plan.type.name,
    setId: kind.set?.id ?? null,
    name: toName(upload.name),
    digest: createHash('sha256').update(bytes).digest('hex'),
    columns,
    heads: headings,
    basis: basisOf(kind),
    notes: noteHidden(table, filled, headings),
  }
  await services.db.transaction().execute(async (transaction) => {
    await dropOldImports(transaction, now)
    await storeJob(
      transaction,
      job,
      filled.map((row) => showTexts(row, columns, kind)),
      now,
    )
  })
  return job.id
}

async function readBytes({ stream }: Upload): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= MAX_BYTES) parts.push(part)
  }
  if (size > MAX_BYTES)
    throw new Failure('FILE_TOO_LARGE', {
      message: `文件不能超过 ${MAX_BYTES / 1024 / 1024} MB，请分成几份文件上传`,
    })
  return Buffer.concat(parts)
}

function refuse(error: unknown): never {
  if (error instanceof TableError) return refuseFor(error.reason)
  throw error
}

function refuseFor(reason: TableReason): never {
  const isKind = reason === 'kind' || reason === 'fake' || reason === 'old' || reason === 'encrypted'
  throw new Failure(isKind ? 'FILE_KIND' : reason === 'large' ? 'FILE_TOO_LARGE' : 'BAD_INPUT', {
    message: MESSAGES[reason],
  })
}

/** Without what no database stores. */
const toStorable = ({ cells, shown, ...row }: SheetRow): SheetRow => ({
  ...row,
  cells: cells.map(withoutUnstorable),
  ...(shown ? { shown: new Map([...shown].map(([at, text]) => [at, withoutUnstorable(text)])) } : {}),
})
const withoutUnstorable = (text: string): string => text.replaceAll(/\0|\p{Cs}/gu, '')

/** Fields that take the value of a cell. All others are texts, and take what the cell shows. */
const VALUE_TYPES: ReadonlySet<string> = new Set(['number', 'integer', 'boolean', 'date', 'date-time'])

function showTexts(
  { number, cells, shown }: SheetRow,
  columns: readonly (FileColumn | null)[],
  kind: ImportKind,
): SheetRow {
  if (!shown) return { number, cells }
  const types = new Map(kind.columns.map(({ key, field }) => [key, field.type]))
  const isText = (at: number) => !VALUE_TYPES.has(types.get(columns[at]?.key ?? '') ?? '')
  return { number, cells: cells.map((cell, at) => (isText(at) ? (shown.get(at) ?? cell) : cell)) }
}

/** So many are named, the rest is counted. */
const MAX_NAMED = 8

/** Notes that the file has hidden columns or rows, which its user may not see. */
function noteHidden(
  { hiddenColumns }: TableFile,
  rows: readonly SheetRow[],
  headings: readonly string[],
): readonly string[] {
  const lines = rows.filter(({ isHidden }) => isHidden).map(({ number }) => `${number}`)
  const heads = headings.filter((head, at) => head.trim() !== '' && hiddenColumns.has(at))
  const name = (all: readonly string[]) =>
    all.slice(0, MAX_NAMED).join('、') + (all.length > MAX_NAMED ? ' 等' : '')
  return [
    ...(lines.length > 0
      ? [`文件中有 ${lines.length} 个隐藏行（第 ${name(lines)} 行），也会检查和导入。`]
      : []),
    ...(heads.length > 0 ? [`文件中有 ${heads.length} 个隐藏列（${name(heads)}），也会检查和导入。`] : []),
  ]
}

function toName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  return (
    last
      .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, '')
      .trim()
      .slice(-MAX_NAME_LENGTH) || '文件'
  )
}
