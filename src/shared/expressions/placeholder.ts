// Fills placeholders: `{root.path}` inside a configured string, with an explicit root.
import { readPath, type Scope } from './condition.ts'

const PLACEHOLDER = /\{([A-Za-z][\w.]*)\}/g

/** The paths a text refers to, such as `item.id`. */
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

/** Fills every value of a parameter record and leaves out what came out empty. */
export function fillParams(params: Readonly<Record<string, unknown>>, scope: Scope): Record<string, unknown> {
  const filled: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(params)) {
    const result = fill(value, scope)
    if (result !== null && result !== undefined && result !== '') filled[name] = result
  }
  return filled
}
