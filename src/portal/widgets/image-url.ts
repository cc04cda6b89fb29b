// Owns the address of a stored picture.

/** A picture is an address of the portal, or a file with one; anything else is none. */
export function imageUrl(value: unknown): string | null {
  const url = typeof value === 'string' ? value : (value as { url?: unknown } | null)?.url
  return typeof url === 'string' && /^\/(?![/\\])/.test(url) ? url : null
}
