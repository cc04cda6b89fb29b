// Signs in with a single sign-on ticket (SES-01, SES-05): used once, validated once, for this portal only.

import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { auditSignIn, type CompletedSignIn, enter } from '#server/identity/sign-in/complete-sign-in.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import type { TokenBucket } from '#server/platform/limits/token-bucket.ts'
import { Failure } from '#shared/calls/errors.ts'
import { type CasAnswer, readCasAnswer } from './cas-answer.ts'
import type { CasServer } from './cas-server.ts'
import { findOrCreate } from './sso-account.ts'
import { giveTicketBack, takeTicket } from './used-tickets.ts'

export interface TicketParts {
  readonly sessions: Sessions
  readonly bucket: TokenBucket
  readonly server: CasServer | null
  readonly service: string
}

const TICKET = /^ST-[\w.-]{1,253}$/
const OTHER_SERVICE = '登录票据不是为本站签发的，请从本站重新登录'

export async function signInByTicket(
  call: Call,
  { sessions, bucket, server, service }: TicketParts,
): Promise<CompletedSignIn> {
  const { services, request } = call
  const now = services.clock()
  if (!server) throw new Failure('SSO_UNAVAILABLE', { message: '本站没有开通统一认证登录，请使用其他方式' })
  if (!bucket.take(networkOf(request.address), now.getTime())) throw new Failure('TOO_MANY_REQUESTS')
  const { ticket } = bodyOf<'auth.ssoLogin'>(call)
  if (!TICKET.test(ticket) || !(await takeTicket(services.db, ticket, now))) {
    await auditSignIn(call, null, 'refused', { reason: 'ticket' })
    throw new Failure('TICKET_INVALID')
  }
  const answer = await ask(call, server, ticket, service)
  if (answer.kind === 'refused') {
    await auditSignIn(call, null, 'refused', { reason: 'ticket', code: answer.code.slice(0, 60) })
    throw new Failure('TICKET_INVALID', answer.code === 'INVALID_SERVICE' ? { message: OTHER_SERVICE } : {})
  }
  const account = await findOrCreate(services, answer, now)
  if (!account) throw new Failure('SIGN_IN_FAILED')
  return enter(call, account, sessions, { way: 'ticket', ticket })
}

async function ask(call: Call, server: CasServer, ticket: string, service: string): Promise<CasAnswer> {
  const { db } = call.services
  let text: string
  try {
    text = await server.validate(ticket, service)
  } catch (error) {
    await giveTicketBack(db, ticket)
    throw await toFailure(call, 'SSO_UNAVAILABLE', error)
  }
  try {
    return readCasAnswer(text)
  } catch (error) {
    throw await toFailure(call, 'SSO_BAD_ANSWER', error)
  }
}

/** Writes the error to the audit log, without ticket and address. */
async function toFailure(
  call: Call,
  name: 'SSO_UNAVAILABLE' | 'SSO_BAD_ANSWER',
  error: unknown,
): Promise<Failure> {
  const cause = error instanceof Error ? error.name : 'unknown'
  await auditSignIn(call, null, 'refused', { reason: name, cause })
  return new Failure(name)
}
