// Returns a table as a file in the requested format.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { FileAnswer } from '#server/platform/http/file-answer.ts'
import { toCsv } from '#shared/tables/csv.ts'
import type { Sheet } from '#shared/tables/sheet.ts'
import { toXlsx, XLSX_TYPE } from '#shared/tables/xlsx.ts'

export type TableFormat = 'xlsx' | 'csv'

/** A file with comma-separated text holds the first sheet only. */
export function toTableAnswer(name: string, format: TableFormat, sheets: readonly Sheet[]): FileAnswer {
  const bytes =
    format === 'xlsx'
      ? Buffer.from(toXlsx(sheets, (text) => Buffer.from(text)))
      : Buffer.from(toCsv(sheets[0]?.rows ?? []))
  return new FileAnswer({
    name: `${name}.${format}`,
    type: format === 'xlsx' ? XLSX_TYPE : 'text/csv; charset=utf-8',
    size: bytes.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
    inline: false,
    stream: Readable.from([bytes]),
  })
}
