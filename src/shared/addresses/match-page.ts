// Finds the page of an address by the rules of the router, without its code.

interface Routed {
  readonly path: string
}

export interface PageMatch<T> {
  readonly page: T
  readonly params: Record<string, string>
}

/**
 * Returns the page whose route matches the path, with its route parameters decoded; null if there is none. Routes
 * differ in their fixed parts, so the first match is the only one.
 *
 * @example
 * matchPage([{ path: '/news/:id?' }], '/news/b1') // → { page: { path: '/news/:id?' }, params: { id: 'b1' } }
 * matchPage([{ path: '/news/:id?' }], '/other') // → null
 */
export function matchPage<T extends Routed>(pages: readonly T[], path: string): PageMatch<T> | null {
  const parts = path.split('/').filter(Boolean)
  for (const page of pages) {
    const params = matchParts(page.path.split('/').filter(Boolean), parts)
    if (params) return { page, params }
  }
  return null
}

function matchParts(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [index, wanted] of pattern.entries()) {
    const part = parts[index]
    if (wanted.startsWith(':')) {
      if (part === undefined && !wanted.endsWith('?')) return null
      if (part !== undefined) params[wanted.slice(1).replace(/\?$/, '')] = decode(part)
    } else if (wanted !== part) return null
  }
  return parts.length > pattern.length ? null : params
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
