// Checks `calendar`: the dates of a content type's items that become events in users' calendars.

import type { WrittenContentType } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import type { CalendarEvent } from '#shared/model/calendar-event.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'

const TIMES: readonly FieldType[] = ['date', 'date-time']
const PLACES: readonly FieldType[] = ['text', 'region']

/** Calendars are fetched by programs that sign in nowhere, so what everybody may see is all there is. */
export function checkCalendar(
  here: Place<WrittenContentType>,
  events: readonly CalendarEvent[] | undefined,
  fields: readonly Field[],
): void {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const check = (at: Place, name: string, types: readonly FieldType[]): Field | undefined => {
    const field = at.find('field', '字段', name, byName)
    if (field?.visible !== undefined)
      at.report('calendar_private', `“${name}”不是公开字段，不能写入公开的日历`, { found: name })
    if (field && !types.includes(field.type))
      at.report('calendar_field', `字段“${name}”的类型是 ${field.type}，日历此处须为 ${types.join('、')}`, {
        found: field.type,
        expected: types.join(', '),
      })
    return field
  }
  for (const [index, { from, to, place = [] }] of (events ?? []).entries()) {
    const at = here.at('calendar', index)
    const start = check(at.at('from'), from, TIMES)
    const end = to === undefined ? undefined : check(at.at('to'), to, TIMES)
    if (start && end && start.type !== end.type)
      at.at('to').report('calendar_field', `日程的开始“${from}”与结束“${to}”须同为日期或同为时间`, {
        found: end.type,
        expected: start.type,
      })
    const { properties } = here.document.value.fields
    const { after, notBefore } = properties[from]?.['x-date'] ?? {}
    if (end && [after, notBefore].includes(`form.${end.name}`))
      at.at('from').report(
        'calendar_order',
        `“${start?.title}”不早于“${end.title}”（x-date），日程却从“${from}”到“${to}”：起止写反，请对调`,
        { found: from },
      )
    for (const relation of ['before', 'notAfter'] as const)
      if (start && end && properties[end.name]?.['x-date']?.[relation] === `form.${from}`)
        here
          .at('fields', 'properties', end.name, 'x-date', relation)
          .report(
            'calendar_order',
            `“${end.title}”不晚于“${start.title}”（x-date），日程却从“${from}”到“${end.name}”（calendar）：起止写反，请对调`,
            { found: relation, key: true },
          )
    for (const [which, name] of place.entries()) check(at.at('place', which), name, PLACES)
  }
}
