// Signs in with a name or mobile number and a password.

import { createHash } from 'node:crypto'
import { isPassword } from '#server/identity/accounts/passwords.ts'
import { attempt, CAPTCHA_FROM, toAttemptKey } from '#server/identity/accounts/sign-in-attempts.ts'
import { spendCaptcha } from '#server/identity/captcha/captchas.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { hasUserName } from '#server/platform/accounts/same-name.ts'
import type { Call } from '#server/platform/call.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { giveQuotaBack, giveUseBack, takeQuota } from '#server/platform/limits/quota.ts'
import { formatWait } from '#server/platform/limits/require-quota.ts'
import type { TokenBucket } from '#server/platform/limits/token-bucket.ts'
import { Failure } from '#shared/calls/errors.ts'
import { auditSignIn, type CompletedSignIn, enter } from './complete-sign-in.ts'

export interface Credentials {
  readonly userName: string
  readonly password: string
  readonly uuid?: string
  readonly captcha?: string
}

/**
 * The limit of wrong passwords for one account from all addresses together. Beyond it a captcha is required, and
 * nobody is locked out. A portal without captchas refuses all sign-ins to the account until the hour is over.
 */
const GUESSES = { most: 10, span: 3_600_000 }

/** The operation that draws a captcha; not every portal has it. */
const CAPTCHA = 'auth.captcha'
/** The operation that sends a code for signing in without a captcha; not every portal has it. */
const SMS_CODE = 'auth.smsLoginCode'

const toGuessed = (wait: number) =>
  new Failure('TOO_MANY_REQUESTS', {
    message: `这个账号的密码输错次数过多，请 ${formatWait(wait)}后再试`,
    data: { wait },
  })

const toGuessKey = (name: string) =>
  `guess:${createHash('sha256').update(name.toLowerCase()).digest('base64url')}`

/** One answer for an unknown account, a closed one and a wrong password, in the same time. */
export async function signIn(
  call: Call,
  { userName, password, ...picture }: Credentials,
  sessions: Sessions,
  bucket: TokenBucket,
): Promise<CompletedSignIn> {
  const { services, request } = call
  const now = services.clock()
  if (!bucket.take(networkOf(request.address), now.getTime())) throw new Failure('TOO_MANY_REQUESTS')
  const key = toAttemptKey(userName, request.address)
  const hasCaptchas = services.model().operations.some(({ id }) => id === CAPTCHA)
  let wantsCaptcha = false
  const result = await attempt(services.db, key, now, async (tries) => {
    const account = await findAccount(call, userName)
    const guesses = toGuessKey(account?.id ?? userName)
    const wait = await takeQuota(services.db, guesses, GUESSES, now)
    const isGuessed = wait > 0
    if (isGuessed && !hasCaptchas) throw toGuessed(wait)
    if (hasCaptchas && (isGuessed || tries > CAPTCHA_FROM))
      await requireCaptcha(call, picture).catch(async (refusal: unknown) => {
        // No password was looked at.
        if (!isGuessed) await giveUseBack(services.db, guesses)
        throw refusal
      })
    const isRight = await isPassword(account?.passwordHash ?? null, password)
    if (isRight && account) {
      await giveQuotaBack(services.db, guesses)
      return { kind: 'right', value: account }
    }
    await auditSignIn(call, account?.id ?? null, 'refused', { reason: 'password' })
    wantsCaptcha = hasCaptchas && (isGuessed || tries >= CAPTCHA_FROM)
    return { kind: 'wrong' }
  })
  if (result === null) {
    await auditSignIn(call, null, 'refused', { reason: 'locked' })
    throw new Failure('ACCOUNT_LOCKED')
  }
  if (result.kind === 'wrong') throw new Failure('SIGN_IN_FAILED', { data: { captcha: wantsCaptcha } })
  return enter(call, result.value, sessions, { way: 'password' })
}

async function requireCaptcha(
  { services }: Call,
  { uuid, captcha }: Pick<Credentials, 'uuid' | 'captcha'>,
): Promise<void> {
  const errorsAt = (message: string) => ({ data: { captcha: true }, errors: [{ path: '/captcha', message }] })
  const hasSms = services.model().operations.some(({ id }) => id === SMS_CODE)
  if (!uuid || !captcha)
    throw new Failure('CAPTCHA_REQUIRED', {
      ...errorsAt('请输入图形验证码'),
      ...(hasSms ? { message: '请输入图形验证码；看不清时可改用短信验证码登录' } : {}),
    })
  if (!(await spendCaptcha(services.db, uuid, captcha, services.clock())))
    throw new Failure('CAPTCHA_WRONG', errorsAt('图形验证码不正确，请重新输入'))
}

function findAccount({ services }: Call, userName: string) {
  return services.db
    .selectFrom('account')
    .selectAll()
    .where((where) => where.or([hasUserName(userName), where('mobile', '=', userName)]))
    .orderBy((order) => order.case().when(hasUserName(userName)).then(0).else(1).end())
    .limit(1)
    .executeTakeFirst()
}
