// Visits all values of a file.
import type { Path } from './document.ts'

/**
 * Visits `value` and everything in it, from the outside inwards. The path is one array that changes during the visit,
 * because there are too many values for a copy each: callers that keep it must copy it.
 */
export function eachValue(value: unknown, visit: (value: unknown, path: Path) => void): void {
  const path: (string | number)[] = []
  const walk = (value: unknown): void => {
    visit(value, path)
    if (Array.isArray(value))
      for (let at = 0; at < value.length; at++) {
        path.push(at)
        walk(value[at])
        path.pop()
      }
    else if (typeof value === 'object' && value !== null)
      for (const key of Object.keys(value)) {
        path.push(key)
        walk((value as Readonly<Record<string, unknown>>)[key])
        path.pop()
      }
  }
  walk(value)
}
