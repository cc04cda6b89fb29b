// Handles the calls that send and check codes by SMS.

import { spendCaptcha } from '#server/identity/captcha/captchas.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { requireQuota } from '#server/platform/limits/require-quota.ts'
import { Failure } from '#shared/calls/errors.ts'
import { CODES_SENT, type SmsPurpose, USUAL_PURPOSE } from '#shared/identity/sms-purposes.ts'
import { newFormTicket } from './form-tickets.ts'
import { consumeSmsCode, requireSmsCode, type SmsCredentials } from './require-sms-code.ts'
import { type SmsChannel, sendSmsCode } from './send-sms-code.ts'
import { createVerificationToken, PROOF_LIVES } from './verification-tokens.ts'

const mobileOf = ({ params }: Call) => String(params.mobile)

const CHECKS = { most: 60, span: 10 * 60_000 }
/** A few more than codes may be had. */
const TICKETS = { most: 90, span: 60 * 60_000 }

/** Consumes the code and returns a token that replaces it until a long form is submitted. */
async function exchange(call: Call, purpose: SmsPurpose, given: SmsCredentials) {
  const { db, clock } = call.services
  const proof = await db.transaction().execute(async (transaction) => {
    await consumeSmsCode(transaction, call, purpose, given)
    return createVerificationToken(transaction, given.mobile, purpose, clock())
  })
  return { right: true, proof, lives: PROOF_LIVES }
}

export function buildSmsHandlers(way: SmsChannel): Handlers {
  return {
    'auth.smsTicket': async (call) => {
      const { mobile, uuid, captcha } = bodyOf<'auth.smsTicket'>(call)
      const { services } = call
      const network = networkOf(call.request.address)
      await requireQuota(call, `sms-ticket:${network}`, TICKETS)
      if (!(await spendCaptcha(services.db, uuid, captcha, services.clock())))
        throw new Failure('CAPTCHA_WRONG')
      return { ticket: await newFormTicket(services.db, network, mobile, services.clock()) }
    },
    'auth.smsLoginCode': (call) => sendSmsCode(call, way, mobileOf(call), CODES_SENT['auth.smsLoginCode']),
    'auth.smsCode': (call) => {
      const purpose = (call.params.purpose ?? USUAL_PURPOSE) as SmsPurpose // one of them by the operation's schema
      return sendSmsCode(call, way, mobileOf(call), purpose)
    },
    'auth.smsCheck': async (call) => {
      const { purpose = USUAL_PURPOSE, keep, ...given } = bodyOf<'auth.smsCheck'>(call)
      await requireQuota(call, `sms-check:${networkOf(call.request.address)}`, CHECKS)
      await requireSmsCode(call, purpose, given)
      return keep ? exchange(call, purpose, given) : { right: true }
    },
  }
}
