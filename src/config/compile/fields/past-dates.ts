// Checks dates that always lie in the past: no deadline, reminder or order by the next date can use them.

import type { MessageCode } from '#config/load/codes.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { Place, type Values } from '#config/load/place.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import { parseBound } from '#shared/validation/date-bound.ts'

/** Returns true if the field accepts only dates up to today, or moments up to now. */
function isPast(context: Context, type: string, field: string): boolean {
  const { properties } = context.of('content').get(type)?.value.fields ?? {}
  const { before, notAfter = before } = properties?.[field]?.['x-date'] ?? {}
  const bound = parseBound(notAfter ?? '')
  return bound !== null && 'today' in bound && bound.today <= 0
}

/**
 * Reports what a field that accepts only dates in the past is used for. `type` is the content type of the field;
 * undefined for records that are no content.
 */
export function reportPast(
  at: Place,
  type: string | undefined,
  { name, title }: Field,
  code: MessageCode,
  values: Values = {},
): void {
  if (type !== undefined && isPast(at.context, type, name)) at.report(code, { found: name, title, ...values })
}

/**
 * Checks last days (`soonest`) that are always over when they are entered. Reports at the field, so that its columns
 * need no report.
 */
export function checkPastOrder(context: Context, document: Document, { id, fields }: FormModel): void {
  for (const { name, title, soonest } of fields)
    if (soonest && isPast(context, id, name))
      new Place(context, document, ['fields', 'properties', name, 'x-date']).report('soonest_past', {
        found: name,
        key: true,
        title,
      })
}
