// Owns which values of a parent's fields keep new items from it.
import type { Admission } from './content-model.ts'

/** The first field of `except` whose value takes nothing new; undefined where none is in the way. */
export function findExcepted(
  { except = {} }: Admission,
  parent: Readonly<Record<string, unknown>>,
): string | undefined {
  return Object.keys(except).find((name) => except[name]?.includes(String(parent[name] ?? '')))
}
