// Provides the few statistics that the bench reports.

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  if (sorted.length % 2) return sorted[middle] as number
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

/** One measured row of the table: `ratio` is subject to limit, or an absolute figure where `unit` is set. */
export interface BenchRow {
  readonly what: string
  readonly subject: number
  readonly limit?: number
  readonly unit: string
  readonly ratio?: number
  /** The goal on `ratio`, or on `subject` where there is no limit. */
  readonly goal: { readonly atMost?: number; readonly atLeast?: number }
}

export function compared(
  what: string,
  unit: string,
  subject: number,
  limit: number,
  goal: BenchRow['goal'],
): BenchRow {
  return { what, unit, subject, limit, ratio: subject / limit, goal }
}

export function absolute(what: string, unit: string, subject: number, goal: BenchRow['goal']): BenchRow {
  return { what, unit, subject, goal }
}

export function isMet(row: BenchRow): boolean {
  const value = row.ratio ?? row.subject
  if (row.goal.atMost !== undefined && !(value <= row.goal.atMost)) return false
  return row.goal.atLeast === undefined || value >= row.goal.atLeast
}

const round = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

/** The whole table as text, one line a row. */
export function toTable(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => [
    row.what,
    `${round(row.subject)} ${row.unit}`,
    row.limit === undefined ? '' : `${round(row.limit)} ${row.unit}`,
    row.ratio === undefined ? '' : row.ratio.toFixed(2),
    row.goal.atMost !== undefined ? `<= ${row.goal.atMost}` : `>= ${row.goal.atLeast}`,
    isMet(row) ? 'met' : 'MISSED',
  ])
  const head = ['what', 'equipnet', 'limit', 'ratio', 'goal', '']
  const widths = head.map((_, column) =>
    Math.max(...[head, ...cells].map((line) => line[column]?.length ?? 0)),
  )
  return [head, ...cells]
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
