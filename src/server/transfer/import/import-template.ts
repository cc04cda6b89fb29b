// Builds the template file of an import: its headings and a sheet that explains them.
import type { Sheet, SheetCell, SheetColumn } from '#shared/tables/sheet.ts'
import { helpOf } from './column-help.ts'
import type { ImportColumn } from './import-columns.ts'
import { HINT_MARK, MAX_ROWS } from './import-limits.ts'

const NARROW = 12
const WIDE = 40
const LONG = new Set(['long-text', 'rich-text', 'text-list', 'ref-list'])

const head = (value: string): SheetCell => ({ value, style: 'head' })

export function templateSheets(
  title: string,
  columns: readonly ImportColumn[],
  format: 'xlsx' | 'csv',
): Sheet[] {
  const heads = columns.map((column) => head(column.head))
  // A CSV file has one sheet: its explanations are a row that is skipped on import.
  const hints = columns.map((column, index) => `${index === 0 ? HINT_MARK : ''}${helpOf(column)}`)
  return [
    {
      name: title,
      rows: format === 'csv' ? [heads, hints] : [heads],
      columns: columns.map(toSheetColumn),
      fixed: { rows: 1, columns: 0 },
    },
    {
      name: '填写说明',
      rows: [
        ['列', '必填', '填写什么'].map(head),
        ...columns.map((column): SheetCell[] => [
          column.head.replace(/^\*/, ''),
          column.field.required ? '是' : '',
          helpOf(column),
        ]),
        [`每件一行，从第 2 行起填写，最多 ${MAX_ROWS} 行；标题行不要改动，不用的列可以删去。`],
        ['数字可以带单位，例如“60 L/s”；图片、视频和文件请在导入之后到“我的发布”中逐件补充。'],
      ],
      columns: [{ width: 28 }, { width: 8 }, { width: 90 }],
    },
  ]
}

function toSheetColumn({ field, head: title, choices }: ImportColumn): SheetColumn {
  const isNumber = field.type === 'number' || field.type === 'integer'
  const isList = field.type.endsWith('-list')
  return {
    width: LONG.has(field.type) ? WIDE : Math.max(NARROW, title.length * 2 + 2),
    isText: !isNumber,
    ...(choices.length > 0 && !isList ? { choices: choices.map(({ label }) => label) } : {}),
    ...(field.type === 'boolean' ? { choices: ['是', '否'] } : {}),
  }
}
