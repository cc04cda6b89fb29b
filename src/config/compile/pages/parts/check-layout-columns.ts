// Checks that a layout which arranges items by one of their parts has a column for that part.

import type { Place } from '#config/load/place.ts'
import type { Column } from '#shared/model/page-model.ts'

interface Needed {
  readonly what: string
  readonly cells: readonly string[]
}

/** Without it nothing of the look is left; every other part may be missing. */
const NEEDED: Readonly<Record<string, Needed>> = {
  calendar: { what: '日期', cells: ['date', 'date-time'] },
}

/** When it was made public stands by itself in every look. */
const DAYS: readonly string[] = ['publishedAt', 'createdAt']

/** `here` is where the look is named. */
export function checkLayoutColumns(
  here: Place,
  look: unknown,
  columns: readonly Pick<Column, 'cell' | 'field'>[],
): void {
  const needed = typeof look === 'string' && Object.hasOwn(NEEDED, look) ? NEEDED[look] : undefined
  if (!needed || columns.some(({ cell, field }) => needed.cells.includes(cell) && !DAYS.includes(field.name)))
    return
  here.report('look_column', { found: String(look), needed })
}
