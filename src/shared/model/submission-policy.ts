// Finds the types that are submitted under items of a type, and the values of such an item that prevent new
// submissions.
import type { ContentType, SubmissionPolicy } from './content-model.ts'

/** Returns the types whose items are submitted for items of the type. */
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
