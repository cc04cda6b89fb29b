// Reads from a failed write the name of the violated unique constraint or index.

const UNIQUE_VIOLATION = '23505'

/** Undefined for every other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown }
  return code === UNIQUE_VIOLATION && typeof constraint === 'string' ? constraint : undefined
}
