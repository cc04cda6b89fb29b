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
  return isHost(url, host)
}

const isHost = ({ protocol, host }: URL, wanted: string | undefined): boolean =>
  /^https?:$/.test(protocol) && host === wanted

/** The same of a request whose cookies belong to its host: a page of this host too, whatever `PUBLIC_URL` says. */
export function isOwnHost(
  request: Pick<FastifyRequest, 'headers'>,
  settings: Pick<Settings, 'publicUrl'>,
): boolean {
  const { origin, host } = request.headers
  return isOwnOrigin(request, settings) || (URL.canParse(origin ?? '') && isHost(new URL(origin ?? ''), host))
}
