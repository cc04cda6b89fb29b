// Builds SQL conditions on item states: public and deleted states, as declared by the lifecycles.

import { publicStates, statesWhere } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { quote } from './field-expression.ts'

type Stated = Pick<ContentType, 'name' | 'lifecycle'>

/** `status = 'published'`, as literals, so that the planner can match partial indexes; `false` of no state. */
export function inStates(states: readonly string[], column = 'status'): string {
  if (states.length === 0) return 'false'
  const names = states.map(quote)
  return names.length === 1 ? `${column} = ${names[0]}` : `${column} in (${names.join(', ')})`
}

/** Condition that an item of the type is public; `column` is its state. */
export function isPublicState({ lifecycle }: Pick<ContentType, 'lifecycle'>, column = 'status'): string {
  return inStates(publicStates(lifecycle), column)
}

/** Condition that a row is of one of the types and public; `row` is the alias of the item with its dot. */
export function arePublic(types: readonly Stated[], row = ''): string {
  return anyOf(types, ({ lifecycle }) => publicStates(lifecycle), row)
}

/** Condition that a row is of one of the types and deleted. */
export function areDeleted(types: readonly Stated[], row = ''): string {
  return anyOf(types, ({ lifecycle }) => statesWhere(lifecycle, ({ gone }) => gone), row)
}

/** Types of the same states share a condition. */
function anyOf(types: readonly Stated[], statesOf: (type: Stated) => readonly string[], row: string): string {
  const groups = new Map<string, string[]>()
  for (const type of types) {
    const states = statesOf(type)
    if (states.length === 0) continue
    const condition = inStates(states, `${row}status`)
    groups.set(condition, [...(groups.get(condition) ?? []), type.name])
  }
  const parts = [...groups].map(
    ([condition, names]) => `${condition} and ${row}type in (${names.map(quote).join(', ')})`,
  )
  if (parts.length < 2) return parts[0] ?? 'false'
  return `(${parts.map((part) => `(${part})`).join(' or ')})`
}
