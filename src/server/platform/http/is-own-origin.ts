// Checks that a websocket is opened by a page of this portal, since browsers let any page try.

/** `host` is the request's own; a client that is no browser sends no origin. */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | null,
): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  if (publicUrl !== null && url.origin === new URL(publicUrl).origin) return true
  return /^https?:$/.test(url.protocol) && url.host === host
}
