// Builds the report file with the errors of each row and the valid values.
import type { Cell, Sheet } from '#shared/tables/sheet.ts'
import type { FaultyRow } from './import-store.ts'

const HEADS = ['行号', '列', '所填内容', '问题', '怎样改']

export function reportSheets(rows: readonly FaultyRow[]): Sheet[] {
  return [
    {
      name: '问题',
      rows: [
        HEADS.map((value): Cell => ({ value, style: 'head' })),
        ...rows.flatMap(({ rowNo, errors }) =>
          errors.map(({ column, value, message, help }): Cell[] => [
            rowNo,
            column ?? '整行',
            value,
            message,
            help,
          ]),
        ),
      ],
      columns: [{ width: 8 }, { width: 20 }, { width: 30 }, { width: 50 }, { width: 60 }],
      fixed: { rows: 1, columns: 0 },
    },
  ]
}
