// Builds the SQL condition that everybody may read an item row, for any content type.
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { quote } from './field-expression.ts'
import { isDisclosed } from './relations.ts'

const openStates = ({ lifecycle }: ContentType): string[] =>
  Object.entries(lifecycle.states).flatMap(([state, { readers }]) => (readers === undefined ? [state] : []))

const chosen = (model: Model, type: ContentType, row: string): string =>
  type.disclosure ? ` and ${isDisclosed(model, type, row)}` : ''

/** `row` is the alias of the item; 'false' where no state is open. */
export function isOpenType(model: Model, type: ContentType, row: string): string {
  const open = openStates(type)
  if (open.length === 0) return 'false'
  return `(${row}.type = ${quote(type.name)} and ${row}.status in (${open.map(quote).join(', ')})${chosen(model, type, row)})`
}

/**
 * Returns the SQL condition that everybody may read an item row, for any content type, or for the type `only`;
 * `false` if no state is open. `row` is the alias of the row in the query. The condition for all types is a CASE,
 * which uses no index: such rows are selected by id, and planning dozens of types takes longer than reading them.
 *
 * @example
 * const open = sql.raw(isOpen(model, 'item'))
 * const { rows } = await sql`select id from item where id = ${id} and ${open}`.execute(db)
 */
export function isOpen(model: Model, row: string, only?: string): string {
  if (only !== undefined) {
    const type = model.contentTypes.find(({ name }) => name === only)
    return type ? isOpenType(model, type, row) : 'false'
  }
  const ways = model.contentTypes.flatMap((type) => {
    const open = openStates(type)
    if (open.length === 0) return []
    return [
      `when ${quote(type.name)} then ${row}.status in (${open.map(quote).join(', ')})${chosen(model, type, row)}`,
    ]
  })
  return ways.length === 0 ? 'false' : `(case ${row}.type ${ways.join(' ')} else false end)`
}
