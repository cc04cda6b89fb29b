// Saves bytes as a file on the visitor's device.
import type { Sheet } from '#shared/tables/sheet.ts'

/** Saves a sheet as a table file; the writer of the format is loaded on demand. */
export async function saveSheet(sheet: Sheet, format: 'xlsx' | 'csv'): Promise<void> {
  if (format === 'csv') {
    const { toCsv } = await import('#shared/tables/csv.ts')
    // The last rows explain a look that plain text has not.
    const end = sheet.rows.findIndex((row) => row.length === 0)
    const rows = end < 0 ? sheet.rows : sheet.rows.slice(0, end)
    return saveBlob(`${sheet.name}.csv`, new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }))
  }
  const { toXlsx, XLSX_TYPE } = await import('#shared/tables/xlsx.ts')
  saveBlob(`${sheet.name}.xlsx`, new Blob([toXlsx([sheet])], { type: XLSX_TYPE }))
}

/** Some browsers read the address only after a while. */
const KEPT_MS = 60_000

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
