// Handles the calls of single sign-on: start, exchange of the ticket, end.

import type { Sessions } from '#server/identity/sessions/sessions.ts'
import type { Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import { RedirectAnswer } from '#server/platform/http/direct-answer.ts'
import { TokenBucket } from '#server/platform/limits/token-bucket.ts'
import type { Settings } from '#server/platform/settings.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { CasServer } from './cas-server.ts'
import { returnAddress, serviceAddress } from './service-address.ts'
import { signInByTicket } from './sign-in-by-ticket.ts'

const BURST = 60
const PER_SECOND = 1

export interface SsoParts {
  readonly sessions: Sessions
  readonly settings: Settings
  /** Null where the portal takes part in no single sign-on. */
  readonly server: (service: string) => CasServer | null
}

export function buildSsoHandlers({ sessions, settings, server }: SsoParts): Handlers {
  const bucket = new TokenBucket(BURST, PER_SECOND)
  return {
    'auth.ssoEntry': async (call) => {
      const service = serviceAddress(call, settings, readText(call.params, 'state'))
      const url = server(service)?.loginUrl(service)
      if (!url) throw new Failure('SSO_UNAVAILABLE', { message: '本站没有开通统一认证登录，请使用其他方式' })
      return { url }
    },
    'auth.ssoLogin': (call) => {
      const service = serviceAddress(call, settings, bodyOf<'auth.ssoLogin'>(call).state)
      return signInByTicket(call, { sessions, bucket, service, server: server(service) })
    },
    'auth.ssoLogout': async (call) => {
      if (call.request.token) await sessions.end(call.request.token)
      const service = serviceAddress(call, settings)
      const back = returnAddress(service, call.params.service)
      return new RedirectAnswer(server(service)?.logoutUrl(back) ?? back)
    },
  }
}
