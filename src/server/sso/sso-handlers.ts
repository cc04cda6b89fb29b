// Owns the calls of single sign-on: where it begins, the exchange of the ticket, where it ends.

import { Failure } from '../../shared/errors.ts'
import { TokenBucket } from '../accounts/token-bucket.ts'
import type { Handlers } from '../call.ts'
import { RedirectAnswer } from '../http/direct-answer.ts'
import { bodyOf } from '../operations/body-of.ts'
import { readText } from '../operations/read-parameter.ts'
import type { Sessions } from '../session/sessions.ts'
import type { Settings } from '../settings.ts'
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
