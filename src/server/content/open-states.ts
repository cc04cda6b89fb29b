// Owns the SQL condition that everybody may read a row of the items, whichever content type it is of.
import type { ContentType } from '../../shared/content-model.ts'
import type { Model } from '../../shared/model.ts'
import { quote } from './field-expression.ts'

/** `row` is the alias of the item; 'false' where no state is open. */
export function isOpenType(type: ContentType, row: string): string {
  const open = Object.entries(type.lifecycle.states).filter(([, { readers }]) => readers === undefined)
  if (open.length === 0) return 'false'
  return `(${row}.type = ${quote(type.name)} and ${row}.status in (${open.map(([state]) => quote(state)).join(', ')}))`
}

export function isOpen({ contentTypes }: Model, row: string, only?: string): string {
  const types = contentTypes.filter(({ name }) => only === undefined || name === only)
  return `(${types.map((type) => isOpenType(type, row)).join(' or ') || 'false'})`
}
