// Owns what codes by SMS are sent for, and which calls of the program send and take them for what: one sent for something else is wrong.

export const SMS_PURPOSES = ['login', 'register', 'reset', 'change'] as const
export type SmsPurpose = (typeof SMS_PURPOSES)[number]

/** Of a call that says nothing of it. */
export const USUAL_PURPOSE: SmsPurpose = 'register'

/** Calls that send for one purpose only; others are told it. */
export const CODES_SENT = { 'auth.smsLoginCode': 'login' } as const satisfies Readonly<
  Record<string, SmsPurpose>
>

/** Whoever registers is asked for one as well, whatever the call is named. */
export const CODES_TAKEN = {
  'auth.loginV2': 'login',
  'auth.updatePassword2': 'reset',
  'auth.updatePassword3': 'reset',
  'account.changeMobile': 'change',
} as const satisfies Readonly<Record<string, SmsPurpose>>
export const REGISTERING: SmsPurpose = 'register'
