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
    if (field?.visible !== undefined) at.report('calendar_private', { found: name })
    if (field && !types.includes(field.type))
      at.report('calendar_field.type', { found: field.type, expected: types.join(', '), name, types })
    return field
  }
  for (const [index, { from, to, place = [] }] of (events ?? []).entries()) {
    const at = here.at('calendar', index)
    const start = check(at.at('from'), from, TIMES)
    const end = to === undefined ? undefined : check(at.at('to'), to, TIMES)
    if (start && end && start.type !== end.type)
      at.at('to').report('calendar_field.ends', { found: end.type, expected: start.type, from, to })
    const { properties } = here.document.value.fields
    const { after, notBefore } = properties[from]?.['x-date'] ?? {}
    if (end && [after, notBefore].includes(`form.${end.name}`))
      at.at('from').report('calendar_order.after', { found: from, start, end, to })
    for (const relation of ['before', 'notAfter'] as const)
      if (start && end && properties[end.name]?.['x-date']?.[relation] === `form.${from}`)
        here
          .at('fields', 'properties', end.name, 'x-date', relation)
          .report('calendar_order.before', { found: relation, key: true, end, start, from })
    for (const [which, name] of place.entries()) check(at.at('place', which), name, PLACES)
  }
}
