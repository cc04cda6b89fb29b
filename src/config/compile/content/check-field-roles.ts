// Checks that the heading and category fields of a content type have suitable types, and that its period is valid.

import type { WrittenContentType } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import { isDate } from '#shared/formats/text-formats.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'

const ROLES: Readonly<Record<'heading' | 'category', readonly [title: string, types: readonly FieldType[]]>> =
  {
    heading: [
      '标题',
      ['text', 'long-text', 'dict', 'ref', 'region', 'date', 'date-time', 'integer', 'number'],
    ],
    category: ['类目', ['dict', 'dict-list', 'text', 'ref', 'region']],
  }
/**
 * The number of days for which an ended period is not reported. A period that ended earlier is out of use; one that
 * ended lately may be opened again.
 */
const DAYS_KEPT = 366

export function checkFieldRoles(here: Place<WrittenContentType>, fields: ReadonlyMap<string, Field>): void {
  const written = here.document.value
  for (const key of ['heading', 'category'] as const) {
    const field = fields.get(written[key] ?? '')
    const [title, types] = ROLES[key]
    if (!field || types.includes(field.type)) continue
    here.at(key).report({
      slug: 'role_type',
      message: `字段“${field.name}”（${field.title}）的类型是 ${field.type}，不能用作${title}（${key}），可以用 ${types.join('、')} 类型的字段`,
      found: field.type,
    })
  }
  checkPeriod(here)
}

function checkPeriod(here: Place<WrittenContentType>): void {
  const { period = {} } = here.document.value
  for (const key of ['from', 'until'] as const) {
    const day = period[key]
    if (day !== undefined && !isDate(day))
      here.at('period', key).report({
        slug: 'value_format',
        message: `没有“${day}”这一天，日期写作 2026-01-31`,
        found: day,
      })
  }
  const { until } = period
  const limit = new Date(Date.now() - DAYS_KEPT * 86_400_000).toISOString().slice(0, 10)
  if (until !== undefined && isDate(until) && until < limit)
    here.at('period', 'until').report({
      slug: 'period_over',
      message: `提交时间已于 ${until} 截止，距今一年以上，无人能再提交：请改正日期`,
      found: until,
    })
}
