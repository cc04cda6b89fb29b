// Computes the canonical key of a read: path and parameters in a fixed order, without empty ones.

export type Params = Readonly<Record<string, unknown>>

export function requestKey(path: string, params: Params = {}): string {
  const search = new URLSearchParams()
  for (const name of Object.keys(params).sort()) {
    const value = params[name]
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** Returns true if every parameter that the path names has a value. */
export function hasAllPathParams(path: string, params: Params): boolean {
  return [...path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => String(params[name] ?? '') !== '')
}

/** Puts path parameters in their place and leaves the rest to the query. */
export function fillPath(
  path: string,
  params: Params = {},
): { path: string; params: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...params }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value ?? ''))
  })
  return { path: filled, params: rest }
}
