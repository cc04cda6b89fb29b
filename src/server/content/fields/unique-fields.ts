// Plans the unique indexes of fields with `x-unique`, and maps each index to its field.
import { createHash } from 'node:crypto'
import { isDeletedState } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { quote } from './field-expression.ts'

export const UNIQUE_PREFIX = 'item_u_'

export interface UniquePlan {
  readonly name: string
  readonly statement: string
  readonly type: ContentType
  readonly field: Field
}

export function planUnique({ contentTypes }: Pick<Model, 'contentTypes'>): UniquePlan[] {
  return contentTypes.flatMap((type) =>
    type.fields.filter(({ unique }) => unique).map((field) => toPlan(type, field)),
  )
}

/** The name follows from the definition, so that a changed one is another index. */
function toPlan(type: ContentType, field: Field): UniquePlan {
  const definition = `on item ((${comparable(`body->>${quote(field.name)}`)})) where ${present(type)}`
  const digest = createHash('sha256').update(definition).digest('hex').slice(0, 16)
  const name = `${UNIQUE_PREFIX}${digest}`
  return { name, statement: `create unique index if not exists ${name} ${definition}`, type, field }
}

/**
 * SQL: what is left of a text when case, blanks and full-width letters make no difference. Cut, because an entry
 * of an index has to fit into a third of a page.
 */
export function comparable(text: string): string {
  return `left(lower(regexp_replace(normalize(${text}, NFKC), '\\s', '', 'g')), 400)`
}

/** SQL condition: an item of the type that is not gone. */
export function present({ name, lifecycle }: ContentType): string {
  const deletedStates = Object.keys(lifecycle.states).filter((state) => isDeletedState(lifecycle, state))
  const there = deletedStates.length > 0 ? ` and status not in (${deletedStates.map(quote).join(', ')})` : ''
  return `type = ${quote(name)}${there}`
}
