// Owns what is handed in for items of a type, and which values of such an item keep new ones from it.
import type { ContentType, SubmissionPolicy } from './content-model.ts'

/** The types whose items are handed in for those of the type. */
export const findSubmittedTypes = (types: readonly ContentType[], { name }: ContentType): ContentType[] =>
  types.filter(
    ({ admission: submissionPolicy, parent, fields }) =>
      submissionPolicy !== undefined && fields.some((field) => field.name === parent && field.ref === name),
  )

/** The first field of `except` whose value takes nothing new; undefined where none is in the way. */
export function findExcepted(
  { except = {} }: SubmissionPolicy,
  parent: Readonly<Record<string, unknown>>,
): string | undefined {
  return Object.keys(except).find((name) => except[name]?.includes(String(parent[name] ?? '')))
}
