// Owns going through everything that a file says.
import type { Path } from './document.ts'

/**
 * Visits `value` and all in it, from the outside inwards. The path is the walk's own, which goes on: there are too many
 * values to have one each, so whoever keeps it copies it.
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
