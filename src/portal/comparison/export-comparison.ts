// Owns the files that a comparison is saved as; what writes them is loaded when it is asked for.
import type { Field } from '../../shared/content-model.ts'
import type { Cell, Sheet } from '../../shared/tables/sheet.ts'
import { saveBlob } from '../ui/save-blob.ts'
import type { CompareGroup } from './compare-rows.ts'

export type Spell = (field: Field, value: unknown, item: Readonly<Record<string, unknown>>) => string

/** Rows in groups with their units; numbers stay numbers where nothing is spelled out. */
export function toSheet(
  name: string,
  titles: readonly string[],
  groups: readonly CompareGroup[],
  spell: Spell,
): Sheet {
  const rows: Cell[][] = [['分组', '项目', '单位', ...titles].map((value) => ({ value, style: 'head' }))]
  for (const { title, rows: own } of groups)
    for (const { column, items, best } of own) {
      const { field, label } = column
      const values = items.map((item, at): Cell => {
        const given = item?.[field.name]
        const text = item ? spell(field, given, item) : ''
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

export async function saveSheet(sheet: Sheet, format: 'xlsx' | 'csv'): Promise<void> {
  if (format === 'csv') {
    const { toCsv } = await import('../../shared/tables/csv.ts')
    // The last rows explain a look that plain text has not.
    const end = sheet.rows.findIndex((row) => row.length === 0)
    const rows = end < 0 ? sheet.rows : sheet.rows.slice(0, end)
    return saveBlob(`${sheet.name}.csv`, new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }))
  }
  const { toXlsx, XLSX_TYPE } = await import('../../shared/tables/xlsx.ts')
  const encoder = new TextEncoder()
  const bytes = toXlsx([sheet], (text) => encoder.encode(text))
  saveBlob(`${sheet.name}.xlsx`, new Blob([bytes], { type: XLSX_TYPE }))
}
