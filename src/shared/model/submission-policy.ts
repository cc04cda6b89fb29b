// Owns what is handed in for items of a type, and which values of such an item keep new ones from it.
import type { Admission, ContentType } from './content-model.ts'

/** The types whose items are handed in for those of the type. */
export const typesHandedTo = (types: readonly ContentType[], { name }: ContentType): ContentType[] =>
  types.filter(
    ({ admission, parent, fields }) =>
      admission !== undefined && fields.some((field) => field.name === parent && field.ref === name),
  )

/** The first field of `except` whose value takes nothing new; undefined where none is in the way. */
export function findExcepted(
  { except = {} }: Admission,
  parent: Readonly<Record<string, unknown>>,
): string | undefined {
  return Object.keys(except).find((name) => except[name]?.includes(String(parent[name] ?? '')))
}
