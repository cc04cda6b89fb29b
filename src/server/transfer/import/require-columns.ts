// Refuses a file whose headings are not those of the form.

import { MERGED_CELL, type SheetRow, toVisible } from '#server/platform/table-files/table-file.ts'
import { Failure } from '#shared/calls/errors.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { ImportKind } from './import-kind.ts'
import { type FileColumn, matchColumns } from './match-columns.ts'

const MAX_NAMED = 8

/** Throws with all that is wrong with the headings, since no row can be read without them. */
export function requireColumns(
  { columns, set }: Pick<ImportKind, 'columns' | 'set'>,
  heads: readonly string[],
): readonly (FileColumn | null)[] {
  const { columns: matched, unknown, twice, missing } = matchColumns(heads, columns)
  const name = (titles: readonly string[]) =>
    titles
      .slice(0, MAX_NAMED)
      .map((title) => `“${cutLetters(title.trim(), 30)}”`)
      .join('、') + (titles.length > MAX_NAMED ? ` 等 ${titles.length} 列` : '')
  const words = [
    ...(unknown.length > 0 ? [`未知的列：${name(unknown)}`] : []),
    ...(twice.length > 0 ? [`重复的列：${name(twice)}`] : []),
    ...(missing.length > 0 ? [`缺少必填的列：${name(missing)}`] : []),
  ]
  if (words.length === 0) return matched
  const template = set ? `“${set.title}”的模板` : '模板'
  throw new Failure('BAD_INPUT', {
    message: `标题行与${template}不符。${words.join('；')}。请下载模板，对照修改后再上传`,
  })
}

const MIN_HEADINGS = 2
/** So many lines may stand above the headings. */
const MAX_TITLE_ROWS = 5

/** As `requireColumns`, of a file as it was sent: says where its headings stand too low, or are merged. */
export function requireHeading(
  kind: Pick<ImportKind, 'columns' | 'set'>,
  [head, ...below]: readonly SheetRow[],
): readonly (FileColumn | null)[] {
  const count = (row: SheetRow | undefined) =>
    matchColumns(row?.cells ?? [], kind.columns).columns.filter((column) => column !== null).length
  const lower = below
    .slice(0, MAX_TITLE_ROWS)
    .find((row) => count(row) >= MIN_HEADINGS && count(row) > count(head))
  if (lower)
    throw new Failure('BAD_INPUT', {
      message: `标题行应在第 1 行，文件的标题行在第 ${lower.number} 行，请删去其上方的内容后再上传`,
    })
  const merged = head?.cells.find((cell) => cell.startsWith(MERGED_CELL))?.slice(MERGED_CELL.length)
  if (merged !== undefined)
    throw new Failure('BAD_INPUT', {
      message: `标题行有合并的单元格（${merged}），请取消合并，每一列写一个标题，再上传`,
    })
  return requireColumns(kind, head?.cells.map(toVisible) ?? [])
}
