// Owns the calls that send and check codes by SMS.
import type { Call, Handlers } from '../call.ts'
import { requireSmsCode } from './require-sms-code.ts'
import { type SmsWay, sendSmsCode } from './send-sms-code.ts'
import type { SmsPurpose } from './sms-codes.ts'

const mobileOf = ({ params }: Call) => String(params.mobile)

export function buildSmsHandlers(way: SmsWay): Handlers {
  return {
    'auth.smsLoginCode': (call) => sendSmsCode(call, way, mobileOf(call), 'login'),
    'auth.smsCode': (call) => {
      const purpose = (call.params.purpose ?? 'register') as SmsPurpose // one of them by the operation's schema
      return sendSmsCode(call, way, mobileOf(call), purpose)
    },
    'auth.smsCheck': async (call) => {
      const { purpose = 'register', ...proof } = call.body as {
        readonly mobile: string
        readonly smsCode: string
        readonly purpose?: SmsPurpose
      } // by the operation's schema
      await requireSmsCode(call, purpose, proof)
      return { right: true }
    },
  }
}
