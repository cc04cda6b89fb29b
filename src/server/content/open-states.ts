// Owns the SQL condition that everybody may read a row of the items, whichever content type it is of.
import type { ContentType } from '../../shared/content-model.ts'
import type { Model } from '../../shared/model.ts'
import { quote } from './field-expression.ts'
import { isDisclosed } from './relations.ts'

/** `row` is the alias of the item; 'false' where no state is open. */
export function isOpenType(model: Model, type: ContentType, row: string): string {
  const open = Object.entries(type.lifecycle.states).filter(([, { readers }]) => readers === undefined)
  if (open.length === 0) return 'false'
  const states = open.map(([state]) => quote(state)).join(', ')
  const chosen = type.disclosure ? ` and ${isDisclosed(model, type, row)}` : ''
  return `(${row}.type = ${quote(type.name)} and ${row}.status in (${states})${chosen})`
}

export function isOpen(model: Model, row: string, only?: string): string {
  const types = model.contentTypes.filter(({ name }) => only === undefined || name === only)
  return `(${types.map((type) => isOpenType(model, type, row)).join(' or ') || 'false'})`
}
