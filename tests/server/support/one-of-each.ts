// Provides the choice of cases of which everyday runs take one of each kind.
import { IS_LONG } from '../../support/long-run.ts'

/** All of them in the long run; in everyday runs the first of each kind. */
export function oneOfEach<Case>(
  cases: readonly Case[],
  kindOf: (one: Case) => string | undefined,
): readonly Case[] {
  if (IS_LONG) return cases
  const kinds = cases.map(kindOf)
  return cases.filter((_, index) => kinds.indexOf(kinds[index]) === index)
}
