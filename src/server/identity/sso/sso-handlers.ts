// Handles the calls of single sign-on: start, exchange of the ticket, end.

import type { Sessions } from '#server/identity/sessions/sessions.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import { RedirectAnswer } from '#server/platform/http/direct-answer.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { TokenBucket } from '#server/platform/limits/token-bucket.ts'
import type { Settings } from '#server/platform/settings.ts'
import { Failure } from '#shared/calls/errors.ts'
import { homeAddress, returnAddress } from './service-address.ts'
import { refuseSignIn, signInByTicket } from './sign-in-by-ticket.ts'
import type { SsoServer, SsoVisit } from './sso-server.ts'

const BURST = 60
const PER_SECOND = 1

export interface SsoParts {
  readonly sessions: Sessions
  readonly settings: Settings
  /** Of a portal at this address; null where it takes part in no single sign-on. */
  readonly server: (home: string) => Promise<SsoServer | null>
}

export function buildSsoHandlers({ sessions, settings, server }: SsoParts): Handlers {
  const [entries, logins] = [new TokenBucket(BURST, PER_SECOND), new TokenBucket(BURST, PER_SECOND)]
  const takeFrom = (bucket: TokenBucket, { request, services }: Call) => {
    if (!bucket.take(networkOf(request.address), services.clock().getTime()))
      throw new Failure('TOO_MANY_REQUESTS')
  }
  const toVisit = (call: Call, state?: string): SsoVisit => ({
    home: homeAddress(call),
    state,
    browser: call.request.visitor,
  })
  const requireServer = async ({ home }: SsoVisit): Promise<SsoServer> => {
    const found = await server(home)
    if (found) return found
    throw new Failure('SSO_UNAVAILABLE', { message: '本站没有开通统一认证登录，请使用其他方式' })
  }
  return {
    'auth.ssoEntry': async (call) => {
      const visit = toVisit(call, readText(call.params, 'state'))
      const found = await requireServer(visit)
      takeFrom(entries, call)
      try {
        return { url: await found.signInUrl(visit) }
      } catch (error) {
        throw await refuseSignIn(call, error)
      }
    },
    'auth.ssoLogin': async (call) => {
      const { ticket, state } = bodyOf<'auth.ssoLogin'>(call)
      const visit = toVisit(call, state)
      const found = await requireServer(visit)
      takeFrom(logins, call)
      return signInByTicket(call, ticket, { sessions, visit, server: found, groups: settings.sso.groups })
    },
    'auth.ssoLogout': async (call) => {
      if (call.request.token) await sessions.end(call.request.token)
      const visit = toVisit(call)
      const back = returnAddress(visit.home, call.params.service)
      const found = await server(visit.home)
      // A server that does not answer keeps nobody from leaving.
      return new RedirectAnswer((await found?.signOutUrl(back, visit).catch(() => back)) ?? back)
    },
  }
}
