// Checks that a request comes from a page of this portal, since browsers let any page try.
import type { FastifyRequest } from 'fastify'
import type { Settings } from '#server/platform/settings.ts'

/** Without `PUBLIC_URL`, the page must come from the host that the request names. A client that is no browser sends no origin. */
export function isOwnOrigin(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  if (publicUrl !== null) return url.origin === publicUrl
  return /^https?:$/.test(url.protocol) && url.host === host
}
