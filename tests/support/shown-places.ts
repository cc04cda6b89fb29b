// Provides the comparison of the errors that a form shows with those that the server names.

/** Place and words of an error: `rows.0.unit`, whatever the separator was. */
export type Told = ReadonlyMap<string, string>

export function toTold(errors: readonly { readonly place: string; readonly message: string }[]): Told {
  const told = errors.map(
    ({ place, message }) => [place.replace(/^\//, '').replaceAll('/', '.'), message] as const,
  )
  // What is told first of several things about one place is told alone.
  return new Map(told.reverse())
}

const leadsTo = (shown: string, place: string) => place === shown || place.startsWith(`${shown}.`)

/**
 * Every error of the server is shown at its place or at what holds that place, nothing else is shown, and where both
 * name the same place they use the same words.
 */
export function isShownAlike(shown: Told, server: Told): boolean {
  return (
    [...server.keys()].every((place) => [...shown.keys()].some((own) => leadsTo(own, place))) &&
    [...shown].every(
      ([own, words]) =>
        [...server.keys()].some((place) => leadsTo(own, place)) && (server.get(own) ?? words) === words,
    )
  )
}
