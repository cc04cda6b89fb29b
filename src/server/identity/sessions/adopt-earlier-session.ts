// Moves a session that version 0.1.0 kept in a cookie of the page's script into the cookie that scripts cannot read.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf, sessionCookieOf } from '#server/platform/http/session-cookie.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { Site } from '#shared/model/site.ts'
import { ABSOLUTE_LIMIT } from './session-lifetimes.ts'
import type { Sessions } from './sessions.ts'

const TOKEN = /^[\w-]{43}$/

/**
 * Call it where a page of the portal is sent: the browser goes on with its session, and keeps the token no longer where
 * scripts read it. Returns true if the answer sets cookies, so that nobody else may be given it.
 */
export async function adoptEarlierSession(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  site: Pick<Site, 'storagePrefix'>,
  settings: Pick<Settings, 'publicUrl'>,
): Promise<boolean> {
  const name = `${site.storagePrefix}-token`
  const token = cookieOf(request, name, TOKEN)
  if (token === undefined) return false
  const cookie = sessionCookieOf(request, reply, site, settings)
  const state = cookie.read() === undefined ? await sessions.recognise(token) : null
  if (state?.kind === 'open') cookie.keep({ token, id: state.id }, ABSOLUTE_LIMIT)
  reply.header('set-cookie', `${name}=; Path=/; SameSite=Strict; Max-Age=0`)
  return true
}
