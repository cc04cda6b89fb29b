// Builds the sheet as which a comparison is saved.
import type { Field } from '#shared/model/content-model.ts'
import type { Cell, Sheet } from '#shared/tables/sheet.ts'
import type { CompareGroup } from './comparison-rows.ts'

export type ValueFormatter = (field: Field, value: unknown, item: Readonly<Record<string, unknown>>) => string

/** Rows in groups with their units; numbers stay numbers where nothing is spelled out. */
export function toSheet(
  name: string,
  titles: readonly string[],
  groups: readonly CompareGroup[],
  format: ValueFormatter,
): Sheet {
  const rows: Cell[][] = [['分组', '项目', '单位', ...titles].map((value) => ({ value, style: 'head' }))]
  for (const { title, rows: own } of groups)
    for (const { column, items, best } of own) {
      const { field, label } = column
      const values = items.map((item, at): Cell => {
        const given = item?.[field.name]
        const text = item ? format(field, given, item) : ''
        const value = typeof given === 'number' && text === String(given) ? given : text
        return best.has(at) ? { value, style: 'better' } : value
      })
      rows.push([title, label, field.unit ?? '', ...values])
    }
  const isMarked = groups.some((group) => group.rows.some(({ best }) => best.size > 0))
  return {
    name,
    rows: isMarked ? [...rows, [], ['', '绿色底、粗体的为同一行中较优的']] : rows,
    columns: [{ width: 14 }, { width: 20 }, { width: 10 }, ...titles.map(() => ({ width: 24 }))],
    fixed: { rows: 1, columns: 2 },
  }
}
