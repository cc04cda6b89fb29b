// Lists the purposes of SMS codes, and the calls that send and accept codes for each: a code for another purpose is
// wrong.

export const SMS_PURPOSES = ['login', 'register', 'reset', 'change'] as const
export type SmsPurpose = (typeof SMS_PURPOSES)[number]

/** Of a call that says nothing of it. */
export const USUAL_PURPOSE: SmsPurpose = 'register'

/** Calls that send codes for one purpose only; others take it as a parameter. */
export const CODES_SENT = { 'auth.smsLoginCode': 'login' } as const satisfies Readonly<
  Record<string, SmsPurpose>
>

/** Calls that accept codes for one purpose. Registrations accept one as well, whatever the name of the call. */
export const CODES_TAKEN = {
  'auth.loginV2': 'login',
  'auth.updatePassword2': 'reset',
  'auth.updatePassword3': 'reset',
  'account.changeMobile': 'change',
} as const satisfies Readonly<Record<string, SmsPurpose>>
export const REGISTERING: SmsPurpose = 'register'
