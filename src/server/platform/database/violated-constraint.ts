// Reads from a failed write the name of the violated constraint or index.

/** A unique index, an exclusion constraint, a check or a trigger that acts like one. */
const VIOLATIONS: ReadonlySet<unknown> = new Set(['23505', '23P01', '23514'])

/** Undefined for every other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown }
  return VIOLATIONS.has(code) && typeof constraint === 'string' ? constraint : undefined
}
