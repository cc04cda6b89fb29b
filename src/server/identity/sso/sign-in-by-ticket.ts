// Signs in with a single sign-on ticket (SES-01, SES-05): used once, validated once, for this portal only.

import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { auditSignIn, type CompletedSignIn, enter } from '#server/identity/sign-in/complete-sign-in.ts'
import type { Call } from '#server/platform/call.ts'
import { Failure } from '#shared/calls/errors.ts'
import { findOrCreate } from './sso-account.ts'
import { SsoAnswerError, type SsoPerson, SsoRefusal, type SsoServer, type SsoVisit } from './sso-server.ts'
import { giveTicketBack, takeTicket } from './used-tickets.ts'

export interface TicketParts {
  readonly sessions: Sessions
  readonly server: SsoServer
  readonly visit: SsoVisit
  /** Name of the attribute that holds a person's groups. */
  readonly groups: string
}

const MESSAGES: Readonly<Record<string, string>> = {
  INVALID_SERVICE: '登录票据不是为本站签发的，请从本站重新登录',
  nonce: '登录不是由本浏览器发起的，请重新登录',
  'other browser': '登录不是由本浏览器发起的，请重新登录',
}

export async function signInByTicket(
  call: Call,
  ticket: string,
  { sessions, server, visit, groups }: TicketParts,
): Promise<CompletedSignIn> {
  const { services } = call
  const now = services.clock()
  if (!server.isTicket(ticket) || !(await takeTicket(services.db, ticket, now))) {
    await auditSignIn(call, null, 'refused', { reason: 'ticket' })
    throw new Failure('TICKET_INVALID')
  }
  const person = await identify(call, ticket, server, visit)
  const account = await findOrCreate(services, person, now)
  if (!account) throw new Failure('SIGN_IN_FAILED')
  return enter(call, account, sessions, { way: 'ticket', ticket, groups: person.attributes[groups] ?? [] })
}

async function identify(call: Call, ticket: string, server: SsoServer, visit: SsoVisit): Promise<SsoPerson> {
  try {
    return await server.identify(ticket, visit)
  } catch (error) {
    if (!(error instanceof SsoRefusal)) {
      // The ticket may still be valid where the server has not answered.
      if (!(error instanceof SsoAnswerError)) await giveTicketBack(call.services.db, ticket)
      throw await refuseSignIn(call, error)
    }
    const { code } = error
    await auditSignIn(call, null, 'refused', { reason: 'ticket', code: code.slice(0, 60) })
    const message = Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined
    throw new Failure('TICKET_INVALID', message === undefined ? {} : { message })
  }
}

/** Writes an error of the server to the audit log, without ticket and address, and returns what the visitor is told. */
export async function refuseSignIn(call: Call, error: unknown): Promise<Failure> {
  const reason = error instanceof SsoAnswerError ? 'SSO_BAD_ANSWER' : 'SSO_UNAVAILABLE'
  const cause =
    error instanceof SsoAnswerError ? error.message : error instanceof Error ? error.name : 'unknown'
  await auditSignIn(call, null, 'refused', { reason, cause: cause.slice(0, 60) })
  return new Failure(reason)
}
