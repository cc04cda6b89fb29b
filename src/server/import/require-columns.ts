// Owns the refusal of a file whose headings are not those of the form.
import { Failure } from '../../shared/errors.ts'
import type { ImportKind } from './import-kind.ts'
import { type FileColumn, matchColumns } from './match-columns.ts'

const MOST_NAMED = 8

/** Throws with all that is wrong with the headings, since no row can be read without them. */
export function requireColumns(
  { columns, set }: Pick<ImportKind, 'columns' | 'set'>,
  heads: readonly string[],
): readonly (FileColumn | null)[] {
  const { columns: matched, unknown, twice, missing } = matchColumns(heads, columns)
  const name = (titles: readonly string[]) =>
    titles
      .slice(0, MOST_NAMED)
      .map((title) => `“${title.trim().slice(0, 30)}”`)
      .join('、') + (titles.length > MOST_NAMED ? ` 等 ${titles.length} 列` : '')
  const words = [
    ...(unknown.length > 0 ? [`不认识的列：${name(unknown)}`] : []),
    ...(twice.length > 0 ? [`重复的列：${name(twice)}`] : []),
    ...(missing.length > 0 ? [`缺少必填的列：${name(missing)}`] : []),
  ]
  if (words.length === 0) return matched
  const template = set ? `“${set.title}”的模板` : '模板'
  throw new Failure('BAD_INPUT', {
    message: `标题行与${template}不符。${words.join('；')}。请下载模板，对照修改后再上传`,
  })
}
