// Owns the name of the unique constraint or index that a failed write ran into.

const UNIQUE_VIOLATION = '23505'

/** Undefined for every other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown }
  return code === UNIQUE_VIOLATION && typeof constraint === 'string' ? constraint : undefined
}
