// Owns the check that what a part draws of a statistic is what its call groups by and sums up.
import type { ContentType, FieldType, Operation } from '../../shared/content-model.ts'
import type { Context } from '../context.ts'
import type { Document, Path } from '../document.ts'
import type { WrittenWidget } from '../generated/written.ts'

interface At {
  readonly context: Context
  readonly document: Document
  readonly path: Path
}

const TIMES: readonly FieldType[] = ['date', 'date-time']

export function checkStatistic(
  { context, document, path }: At,
  file: WrittenWidget | null,
  options: Readonly<Record<string, unknown>>,
  operation: Operation | undefined,
  type: ContentType | undefined,
): void {
  const { content } = operation ?? {}
  if (file?.reads !== 'statistic' || !operation || content?.action !== 'statistic') return
  const properties = (file.options?.properties ?? {}) as Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >
  const isTime = (name: string) =>
    TIMES.includes(type?.fields.find((field) => field.name === name)?.type ?? 'text')
  const { by = [], of = [] } = content
  for (const [name, value] of Object.entries(options)) {
    const grouped = properties[name]?.['x-grouped']
    const isSummed = properties[name]?.['x-summed'] === true
    if (typeof value !== 'string' || (grouped === undefined && !isSummed)) continue
    const known = isSummed ? of : by.filter((one) => grouped !== 'time' || isTime(one))
    // Of a field that is not there the option itself is told.
    if (known.includes(value) || !type?.fields.some((field) => field.name === value)) continue
    context.report(document, [...path, name], {
      slug: isSummed ? 'statistic_of' : 'statistic_by',
      message: isSummed
        ? `“${operation.id}”没有统计“${value}”的合计与平均，请写进该接口的 of`
        : grouped === 'time' && by.includes(value)
          ? `“${value}”不是日期或时间，没有走势`
          : `“${operation.id}”没有按“${value}”统计，请写进该接口的 by`,
      found: value,
      known: [...known],
    })
  }
}
