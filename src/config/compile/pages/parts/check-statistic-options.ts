// Checks that a part draws only the groups and sums that its statistic call provides.

import type { WrittenWidget } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { ContentType, FieldType } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'

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
    // If the field does not exist, the option itself is reported.
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

/** Field types whose values come from a fixed set. */
const FIXED: readonly string[] = ['dict', 'dict-list', 'region', 'boolean', 'ref']

/** The placeholder of the value that one bar represents. */
const BAR = '{item.value}'

/**
 * Checks the link of a bar: it must query by the code that the bar counts, since a code of another dictionary shows
 * something else, or nothing. `takes` returns the schema of a page's parameter.
 */
export function checkBarLink(
  { context, document, path }: At,
  file: WrittenWidget | null,
  options: Readonly<Record<string, unknown>>,
  operation: Operation | undefined,
  type: ContentType | undefined,
  takes: (page: string, param: string) => JsonSchema | undefined,
): void {
  const { page, params = {} } = (options.link ?? {}) as {
    readonly page?: string
    readonly params?: Readonly<Record<string, unknown>>
  }
  if (file?.reads !== 'statistic' || page === undefined) return
  const counted = options.field ?? operation?.content?.by?.[0]
  const field = type?.fields.find(({ name }) => name === counted)
  if (!field) return
  for (const [param, value] of Object.entries(params)) {
    const taken = value === BAR ? takes(page, param) : undefined
    const dictionary = taken?.['x-dict']
    const isOther = typeof dictionary === 'string' && field.dict !== dictionary && FIXED.includes(field.type)
    if (!isOther) continue
    context.report(document, [...path, 'link', 'params', param], {
      slug: 'bar_link',
      message: `每条对应“${field.title}”${field.dict === undefined ? '' : `（字典“${field.dict}”）`}的一个值，页面“${page}”的参数“${param}”却取字典“${dictionary}”的值，打开的内容不符：请改用“${field.title}”的参数`,
      found: param,
      ...(param === field.name ? {} : { expected: field.name }),
    })
  }
}
