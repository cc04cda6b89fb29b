// Owns a sent table from the request to its stored rows: its size, its format, its headings.
import { createHash } from 'node:crypto'
import { Failure } from '../../shared/errors.ts'
import type { Call, Upload } from '../call.ts'
import { newId } from '../database/new-id.ts'
import { CrowdGate } from '../limits/crowd-gate.ts'
import { readTable } from '../tables/read-table.ts'
import { TableError, type TableReason, type TableRow } from '../tables/table-file.ts'
import { basisOf } from './import-basis.ts'
import type { ImportKind } from './import-kind.ts'
import { BOUNDS, HINT_MARK, MOST_BYTES, MOST_ROWS } from './import-limits.ts'
import { dropOldImports, storeJob } from './import-store.ts'
import { requireColumns } from './require-columns.ts'

const LONGEST_NAME = 100
/** Unpacking takes much memory: one at a time. */
const gate = new CrowdGate(1, 8)

const MESSAGES: Readonly<Record<TableReason, string>> = {
  kind: '这不是 Excel 工作簿（xlsx）或 CSV 文件，请用下载的模板填写',
  fake: '这个文件的扩展名是 Excel 的，内容却是文本，请用 Excel 或 WPS 打开，另存为“Excel 工作簿（*.xlsx）”再上传；若是 CSV，请把扩展名改为 .csv',
  old: '这是旧版（.xls）或加了密码的工作簿，请在 Excel 中去掉密码，另存为“Excel 工作簿（*.xlsx）”再上传',
  damaged: '这个文件不完整或已损坏，请用 Excel 或 WPS 打开，重新保存后再上传',
  encrypted: '这个文件加了密码，请去掉密码后再上传',
  large: '这个文件解开后过大，请只保留要导入的一张表，去掉图片和多余的格式后再上传',
  rows: `一次最多导入 ${MOST_ROWS} 行，请分成几份文件上传`,
  cells: '这个文件的列数过多，请用下载的模板填写',
  encoding: '这个 CSV 文件的文字编码无法识别，请另存为 UTF-8 编码的 CSV，或改用 xlsx',
  empty: '这个文件里没有内容，请填写后再上传',
}

export async function receiveTable(call: Call, kind: ImportKind): Promise<string> {
  const { services, request } = call
  const upload = await request.upload?.(MOST_BYTES)
  if (!upload) throw new Failure('BAD_INPUT', { message: '没有收到文件，请重新选择' })
  const bytes = await readBytes(upload)
  const rows = await gate.enter(() => readTable(bytes, BOUNDS, upload.name).catch(refuse))
  const [heads, ...below] = rows
  const { cells: headings } = toStorable(heads ?? { number: 1, cells: [] })
  const columns = requireColumns(kind, headings)
  const filled = below.filter(({ cells }, index) => index > 0 || !cells[0]?.startsWith(HINT_MARK.trim()))
  if (filled.length === 0) refuseFor('empty')
  if (filled.length > MOST_ROWS) refuseFor('rows')
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
  }
  await services.db.transaction().execute(async (transaction) => {
    await dropOldImports(transaction, now)
    await storeJob(transaction, job, filled.map(toStorable), now)
  })
  return job.id
}

async function readBytes({ stream }: Upload): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= MOST_BYTES) parts.push(part)
  }
  if (size > MOST_BYTES)
    throw new Failure('FILE_TOO_LARGE', {
      message: `文件不能超过 ${MOST_BYTES / 1024 / 1024} MB，请分成几份文件上传`,
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
const toStorable = ({ number, cells }: TableRow): TableRow => ({
  number,
  cells: cells.map((cell) => cell.replaceAll(/\0|\p{Cs}/gu, '')),
})

function toName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  return (
    last
      .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, '')
      .trim()
      .slice(-LONGEST_NAME) || '文件'
  )
}
