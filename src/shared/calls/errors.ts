// Lists all failures: name, envelope code, HTTP status and Chinese message.
import { BLACKLISTED_WORDS } from '#shared/identity/blacklist.ts'

interface ErrorRow {
  readonly code: number
  readonly status: number
  readonly message: string
}

/**
 * All errors of the interface by name: code of the envelope, HTTP status and default message. Code 403 is reserved
 * for a rejected session; a missing permission is `FORBIDDEN` with another code.
 *
 * @example
 * ERRORS.NOT_FOUND // → { code: 40401, status: 404, message: '内容不存在或已被删除' }
 */
export const ERRORS = {
  SESSION_REJECTED: { code: 403, status: 403, message: '您的登录已失效，请重新登录' },
  SIGN_IN_REQUIRED: { code: 401, status: 401, message: '您未登录，或者登录已经超时，请先登录！' },
  INTERNAL: {
    code: 500,
    status: 500,
    message: '服务暂时出现问题，请稍后重试；如仍失败，请提供请求编号联系我们',
  },
  BAD_JSON: { code: 40001, status: 400, message: '提交的内容不是有效的 JSON，请检查后重试' },
  BAD_INPUT: { code: 40002, status: 400, message: '提交的内容有误，请按提示修改' },
  BAD_PARAMETER: { code: 40003, status: 400, message: '请求参数有误，请检查后重试' },
  UNKNOWN_PARAMETER: { code: 40004, status: 400, message: '请求带有不支持的参数' },
  SIGN_IN_FAILED: { code: 40101, status: 400, message: '账号或密码不正确' },
  ACCOUNT_LOCKED: { code: 40102, status: 423, message: '密码连续输错，账号已暂时锁定，请 15 分钟后再试' },
  CAPTCHA_REQUIRED: { code: 40103, status: 400, message: '请输入图形验证码' },
  CAPTCHA_WRONG: { code: 40104, status: 400, message: '图形验证码不正确或已失效，请重新输入' },
  ACCOUNT_PENDING: { code: 40105, status: 400, message: '您的注册申请正在审核，通过后即可登录' },
  ACCOUNT_REFUSED: { code: 40106, status: 400, message: '您的注册申请未通过审核，请按原因修改后重新提交' },
  ACCOUNT_BLOCKED: { code: 40107, status: 400, message: '您的账号已被停用，如有疑问请联系我们' },
  TICKET_INVALID: { code: 40108, status: 400, message: '登录票据无效或已使用，请重新登录' },
  PASSWORD_EXPIRED: { code: 40109, status: 400, message: '临时密码已过期，请以短信验证码重设密码' },
  KEY_REJECTED: { code: 40110, status: 401, message: '访问密钥无效、已到期或已停用，请联系运营人员' },
  SSO_BAD_ANSWER: {
    code: 50201,
    status: 502,
    message: '统一认证服务的答复无法识别，请稍后重试或改用账号密码登录',
  },
  FORBIDDEN: { code: 40301, status: 403, message: '您没有进行此操作的权限' },
  BLACKLISTED: {
    code: 40302,
    status: 403,
    message: BLACKLISTED_WORDS,
  },
  OWN_ITEM: {
    code: 40310,
    status: 403,
    message: '不能审核自己发布的内容，请由另一位运营人员审核；没有其他运营账号时，可在“用户管理”中新增',
  },
  PASSWORD_CHANGE_DUE: { code: 40303, status: 403, message: '您使用的是一次性密码，请先修改密码' },
  NOT_FOUND: { code: 40401, status: 404, message: '内容不存在或已被删除' },
  TAKEN: { code: 40403, status: 404, message: '已由其他人承接' },
  NO_SUCH_ADDRESS: { code: 40402, status: 404, message: '请求的地址不存在' },
  METHOD_NOT_ALLOWED: { code: 40501, status: 405, message: '该地址不支持这种请求方式' },
  STALE_REVISION: { code: 40901, status: 409, message: '内容已有更新的版本，请核对后再提交' },
  WRONG_STATE: { code: 40902, status: 409, message: '当前状态不允许此操作，请刷新后再试' },
  ALREADY_SUBMITTED: { code: 40903, status: 409, message: '您已提交过，不能重复提交' },
  KEY_IN_USE: { code: 40904, status: 409, message: '相同的请求正在处理，请稍后查看结果' },
  NOT_AS_APPROVED: {
    code: 40910,
    status: 409,
    message: '内容的审核情况与此操作不符，请刷新页面后办理',
  },
  BODY_TOO_LARGE: { code: 41301, status: 413, message: '提交的内容过大' },
  FILE_TOO_LARGE: { code: 41302, status: 413, message: '文件过大，请压缩后重新选择' },
  FILE_QUOTA: { code: 41303, status: 413, message: '您上传的文件已达上限' },
  FILE_KIND: { code: 41502, status: 415, message: '不支持这种文件，请按说明选择' },
  UNSUPPORTED_TYPE: { code: 41501, status: 415, message: '不支持的内容格式，请以 JSON 提交' },
  KEY_REUSED: {
    code: 42201,
    status: 422,
    message: '该 Idempotency-Key 已用于其他内容，请换用新的',
  },
  CHECK_WARNINGS: {
    code: 42202,
    status: 422,
    message: '提交前检查有需要核对的地方：请修改，或核对无误后仍然提交',
  },
  TOO_MANY_REQUESTS: { code: 42901, status: 429, message: '操作过于频繁，请稍后再试' },
  SSO_UNAVAILABLE: {
    code: 50302,
    status: 503,
    message: '统一认证服务暂时没有应答，请稍后重试或改用账号密码登录',
  },
  MAINTENANCE: { code: 50303, status: 503, message: '系统维护中，请稍后再试' },
  UNAVAILABLE: { code: 50301, status: 503, message: '服务正忙或数据库暂时不可用，请稍后重试' },
} as const satisfies Record<string, ErrorRow>

export type ErrorName = keyof typeof ERRORS

/**
 * A fault in one field of a body: `path` is a JSON Pointer such as `/budget` or `/rows/0/unit`.
 *
 * @example
 * const error: FieldError = { path: '/budget', message: '预算金额不能小于 0' }
 */
export interface FieldError {
  readonly path: string
  readonly message: string
  /** True if the writer may confirm it and submit nevertheless. */
  readonly warning?: true
}

/** The same in every bundle: a portal's own handlers are built apart from the server. */
const MARK = Symbol.for('equipnet.Failure')

/**
 * An error that refuses a call and is reported to the caller. Its name decides the code, the HTTP status and the
 * default message (`ERRORS`). `message` replaces the message; `errors` names the faulty fields, and `BAD_PARAMETER`
 * lists them in its message; `data` becomes `data` of the answer. `instanceof` also recognises failures of a
 * portal's handlers, which are built apart from the server.
 *
 * @example
 * throw new Failure('BAD_INPUT', { errors: [{ path: '/title', message: '请填写书名' }] })
 */
export class Failure extends Error {
  readonly [MARK] = true
  readonly error: ErrorName
  readonly errors: readonly FieldError[] | undefined
  readonly data: unknown

  constructor(
    error: ErrorName,
    options: { message?: string; errors?: readonly FieldError[]; data?: unknown } = {},
  ) {
    super(options.message ?? namingParameters(error, options.errors) ?? ERRORS[error].message)
    this.error = error
    this.errors = options.errors
    this.data = options.data ?? null
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && MARK in value
  }
}

/** Maximum number of faults named in the message that every caller reads. */
const MAX_NAMED = 3

/** Names faulty parameters as the caller wrote them, as a caller of an address sees no form. */
function namingParameters(error: ErrorName, errors: readonly FieldError[] = []): string | undefined {
  if (error !== 'BAD_PARAMETER' || errors.length === 0) return undefined
  const named = errors.slice(0, MAX_NAMED).map(({ path, message }) => {
    const name = path.split('/')[1] ?? ''
    return name === '' || message.includes(name) ? message : `${message}（参数 ${name}）`
  })
  return `请求参数有误：${named.join('；')}${errors.length > MAX_NAMED ? ` 等 ${errors.length} 处` : ''}`
}
