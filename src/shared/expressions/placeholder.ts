// Fills placeholders: `{root.path}` inside a configured string, with an explicit root.
import { readPath, type Scope } from './condition.ts'

const PLACEHOLDER = /\{([A-Za-z][\w.]*)\}/g

/**
 * Returns the paths that the placeholders of a text name.
 *
 * @example
 * placeholdersOf('预算{item.budget}，{item.unit}') // → ['item.budget', 'item.unit']
 */
export function placeholdersOf(text: string): string[] {
  if (!text.includes('{')) return []
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1] as string)
}

/**
 * Fills a configured value. A text that is one placeholder keeps the value's type;
 * otherwise values are written as text and missing ones as nothing.
 */
export function fill(value: unknown, scope: Scope): unknown {
  if (typeof value !== 'string') return value
  const whole = /^\{([A-Za-z][\w.]*)\}$/.exec(value)
  if (whole) return readPath(scope, whole[1] as string)
  return value.replace(PLACEHOLDER, (_, path: string) => String(readPath(scope, path) ?? ''))
}

/**
 * Fills the placeholders in the values of parameters, and omits parameters that become empty. A value that is one
 * placeholder keeps its type; otherwise values become text.
 *
 * @example
 * fillParams({ id: '{item.id}', mine: true, area: '{user.region}' }, { item: { id: 7 } })
 * // → { id: 7, mine: true }
 */
export function fillParams(params: Readonly<Record<string, unknown>>, scope: Scope): Record<string, unknown> {
  const filled: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(params)) {
    const result = fill(value, scope)
    if (result !== null && result !== undefined && result !== '') filled[name] = result
  }
  return filled
}
