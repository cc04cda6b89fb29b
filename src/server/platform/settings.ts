// Reads the settings of a server process from the environment, once.
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { PROGRAM, portalFolder } from '#config/load/portal-folder.ts'
import { builtPages } from '#config/load/read-folder.ts'
import type { Organiser } from '#shared/model/site.ts'
import { splitAddress } from './database/server-addresses.ts'
import { readFilesS3, type S3Settings } from './s3-settings.ts'
import { parseKey } from './secrets/parse-key.ts'
import { type Environment, readFlag, readUrl, SettingError } from './setting-values.ts'
import { readSms, type SmsSettings } from './sms-settings.ts'
import { readSso, type SsoSettings } from './sso-settings.ts'

/**
 * The settings of a server process, read from the environment by `readSettings`. Sizes are in bytes; null means
 * that a service is not configured.
 *
 * @example
 * const isDemo = ({ demo, production }: Settings) => demo && !production
 */
export interface Settings {
  /** The program's folder, with dist in it. */
  readonly root: string
  /** Folder that holds schemas, pages-config and zones-config. */
  readonly portal: string
  /** Folder of the built pages: beside the portal's own widgets where it has some. */
  readonly built: string
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** PostgreSQL itself, where `databaseUrl` is a pooler; null where it is not. */
  readonly listenUrl: string | null
  /** Whether connections of `databaseUrl` keep prepared statements. */
  readonly preparesStatements: boolean
  /** A streaming replica for the reads of visitors. */
  readonly readUrl: string | null
  /** Connections that the process keeps to PostgreSQL at most, besides the one that listens. */
  readonly databaseConnections: number
  /** Proxies whose forwarded headers count. */
  readonly trustProxy: readonly string[]
  /** The origin of the portal's addresses as visitors see them, without a slash at the end. */
  readonly publicUrl: string | null
  /** Origins whose pages may read what every visitor may read. */
  readonly corsOrigins: readonly string[]
  /** Origins whose pages may show the embedded lists and maps in frames. */
  readonly embedOrigins: readonly string[]
  /** Bytes of answers that the read cache may keep; 0 keeps none. */
  readonly cacheBytes: number
  /** Keys that encrypt secrets in the database; the first one seals. Empty: a key in the data folder is used. */
  readonly dataKeys: readonly Buffer[]
  /** The least severe entries that the log of the server has. */
  readonly logLevel: LogLevel
  /** Whether each request is written to standard output. */
  readonly accessLog: boolean
  /** Address of an OpenTelemetry receiver for traces. */
  readonly tracesUrl: string | null
  readonly demo: boolean
  readonly demoPassword: string | null
  /** Roles that are given, and new accounts of the staff, count once a second administrator has confirmed them. */
  readonly secondAdministrator: boolean
  /** Shows the interface's documentation at `/docs`. */
  readonly apiDocs: boolean
  /** Bearer token with which `/metrics` answers other machines; without it only this one. */
  readonly metricsToken: string | null
  /** What sends text messages. */
  readonly sms: SmsSettings | null
  /** SMTP server for e-mail, with its password where it needs one, and the sender's address. */
  readonly mail: { readonly url: string; readonly from: string } | null
  /** A bucket for uploaded files; null where they lie in the data folder. */
  readonly filesS3: S3Settings | null
  /** Bytes of files that one account may keep. */
  readonly fileQuota: number
  /** Text messages that the whole portal sends in a day at most. */
  readonly smsPerDay: number
  /** Networks that webhooks and the check of links may reach though they are not public, and without encryption. */
  readonly webhookNetworks: readonly string[]
  /** Times the limits of writing; null for none. */
  readonly writeLimits: number | null
  readonly sso: SsoSettings
  /** The address of the outlines of the map's areas, without a slash at the end, and the caption under the map. */
  readonly map: { readonly url: string; readonly caption: string }
  /** The organiser of the portal; overrides the configuration. */
  readonly organiser: Organiser
  readonly production: boolean
}

export { SettingError }

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const ENVIRONMENTS = ['production', 'development', 'test']

/** Settings that may stand in a file instead, which `NAME_FILE` names, as containers mount secrets. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'DATABASE_READ_URL',
  'DATA_KEY',
  'SMS_KEY',
  'SMTP_URL',
  'SSO_CLIENT_SECRET',
  'FILES_S3_ACCESS_KEY',
  'FILES_S3_SECRET_KEY',
  'DEMO_PASSWORD',
  'METRICS_TOKEN',
]

function withSecretFiles(env: Environment): Environment {
  const found = SECRETS.flatMap((name): [string, string][] => {
    const file = env[`${name}_FILE`]
    if (!file) return []
    if (env[name]) throw new SettingError(`设置 ${name} 与 ${name}_FILE 只能写一个`)
    try {
      return [[name, readFileSync(file, 'utf8').trim()]]
    } catch {
      throw new SettingError(`无法读取设置 ${name}_FILE 指明的文件“${file}”`)
    }
  })
  return { ...env, ...Object.fromEntries(found) }
}

/** Throws `SettingError` with one clear line for the first setting that is wrong. */
export function readSettings(environment: Environment): Settings {
  const env = withSecretFiles(environment)
  const mode = env.NODE_ENV || 'development'
  if (!ENVIRONMENTS.includes(mode))
    throw new SettingError(`设置 NODE_ENV 应为 ${ENVIRONMENTS.join('、')} 之一，现为“${mode}”`)
  const production = mode === 'production'
  const isDemo = readFlag(env, 'DEMO', !production)
  return {
    root: PROGRAM,
    portal: readPortal(env),
    built: builtPages(portalFolder(env)),
    port: readPort(env),
    host: env.HOST || '0.0.0.0',
    // Beside the portal whose data they are, so that no two share them by accident.
    dataDir: env.DATA_DIR || (env.PORTAL_DIR ? join(portalFolder(env), 'data') : './data'),
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    listenUrl: readFurtherUrl(env, 'DATABASE_LISTEN_URL'),
    preparesStatements: readFlag(env, 'DATABASE_PREPARED', !env.DATABASE_LISTEN_URL),
    readUrl: readFurtherUrl(env, 'DATABASE_READ_URL'),
    databaseConnections: readConnections(env),
    trustProxy: readNetworks(env, 'TRUST_PROXY') ?? [],
    publicUrl: readPublicUrl(env),
    corsOrigins: readOrigins(env, 'CORS_ORIGINS'),
    embedOrigins: readOrigins(env, 'EMBED_ORIGINS'),
    cacheBytes: readMegabytes(env, 'READ_CACHE_MB', '24'),
    filesS3: readFilesS3(env),
    fileQuota: readMegabytes(env, 'FILE_QUOTA_MB', '500'),
    dataKeys: readKeys(env),
    logLevel: readLogLevel(env, production ? 'warn' : 'error'),
    accessLog: readFlag(env, 'ACCESS_LOG', false),
    tracesUrl: readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    demo: isDemo,
    demoPassword: readDemoPassword(env),
    secondAdministrator: readFlag(env, 'SECOND_ADMINISTRATOR', false),
    apiDocs: readFlag(env, 'API_DOCS', !production),
    metricsToken: readMetricsToken(env),
    sms: readSms(env),
    smsPerDay: readSmsPerDay(env),
    mail: readMail(env),
    webhookNetworks: readNetworks(env, 'WEBHOOK_NETWORKS') ?? (isDemo ? THIS_MACHINE : []),
    writeLimits: readWriteLimits(env),
    sso: readSso(env),
    map: readMap(env),
    organiser: readOrganiser(env),
    production,
  }
}

/** The portal's own file about itself is the sign that it is one. */
function readPortal(env: Environment): string {
  const folder = portalFolder(env)
  if (!env.PORTAL_DIR || existsSync(join(folder, 'pages-config', 'site.json'))) return folder
  throw new SettingError(
    `设置 PORTAL_DIR 应为门户配置所在的文件夹，“${env.PORTAL_DIR}”中没有 pages-config/site.json`,
  )
}

function readPort(env: Environment): number {
  const text = env.PORT || '8080'
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 0 && port <= 65535) return port
  throw new SettingError(`设置 PORT 应为 0 到 65535 的整数，现为“${text}”`)
}

function readConnections(env: Environment): number {
  const text = env.DATABASE_CONNECTIONS || '10'
  if (/^\d{1,4}$/.test(text) && Number(text) > 1) return Number(text)
  throw new SettingError(`设置 DATABASE_CONNECTIONS 应为 2 到 9999 的整数，现为“${text}”`)
}

function readLogLevel(env: Environment, fallback: LogLevel): LogLevel {
  const text = env.LOG_LEVEL || fallback
  const level = LOG_LEVELS.find((one) => one === text)
  if (level) return level
  throw new SettingError(`设置 LOG_LEVEL 应为 ${LOG_LEVELS.join('、')} 之一，现为“${text}”`)
}

/** Answers bytes. */
function readMegabytes(env: Environment, name: string, fallback: string): number {
  const text = env[name] || fallback
  if (/^\d{1,5}$/.test(text)) return Number(text) * 1024 * 1024
  throw new SettingError(`设置 ${name} 应为 0 到 99999 的整数，现为“${text}”`)
}

/** The keys themselves are not repeated in the message. */
function readKeys(env: Environment): Buffer[] {
  const parts = (env.DATA_KEY ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const keys = parts.flatMap((part) => parseKey(part) ?? [])
  if (keys.length === parts.length) return keys
  throw new SettingError(
    '设置 DATA_KEY 应为 32 字节的密钥，写成 64 位十六进制数或 44 个字符的 base64（更换密钥时写“新密钥,旧密钥”）',
  )
}

/** An address of PostgreSQL may name several servers: `postgres://user@one,two/portal`. */
function readDatabaseUrl(env: Environment, name: string): string | null {
  const text = env[name]
  if (!text) return null
  for (const url of splitAddress(text)) readUrl({ [name]: url }, name, ['postgres:', 'postgresql:'])
  return text
}

function readFurtherUrl(env: Environment, name: string): string | null {
  const url = readDatabaseUrl(env, name)
  if (url === null || env.DATABASE_URL) return url
  throw new SettingError(`设置 DATABASE_URL 应为数据库的地址，因为设置了 ${name}`)
}

/** Pages and files have addresses from the root of the host. */
function readPublicUrl(env: Environment): string | null {
  const text = readUrl(env, 'PUBLIC_URL', ['http:', 'https:'])
  if (text === null) return null
  const { origin, href } = new URL(text)
  if (href === `${origin}/`) return origin
  throw new SettingError('设置 PUBLIC_URL 应为不带路径的地址，如 https://portal.example.cn')
}

/**
 * Throws `SettingError` for a server in production without `PUBLIC_URL`. Commands, which answer no requests, do
 * without it.
 */
export function requirePublicUrl({ production, publicUrl }: Settings): void {
  if (production && publicUrl === null)
    throw new SettingError(
      '设置 PUBLIC_URL 应为访问者所见的门户地址，如 https://portal.example.cn：正式运行时，网站地图、订阅、分享页和登录都用它',
    )
}

function readMail(env: Environment): Settings['mail'] {
  const url = readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (!url) return null
  const from = (env.MAIL_FROM ?? '').trim()
  if (!/^[^\s<>]{1,64}@[^\s<>]{1,190}$/.test(from))
    throw new SettingError('设置 MAIL_FROM 应为发件人的邮箱地址，因为设置了 SMTP_URL')
  return { url, from }
}

function readSmsPerDay(env: Environment): number {
  const text = env.SMS_PER_DAY || '10000'
  if (/^\d{1,7}$/.test(text)) return Number(text)
  throw new SettingError(`设置 SMS_PER_DAY 应为 0 到 9999999 的整数，现为“${text}”`)
}

function readWriteLimits(env: Environment): number | null {
  const text = env.WRITE_LIMITS || '1'
  if (text === 'off') return null
  if (/^\d{1,4}(\.\d{1,2})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new SettingError(`设置 WRITE_LIMITS 应为 off 或大于 0 的倍数（如 2），现为“${text}”`)
}

const OWN_MAP = '/map'
const OWN_CAPTION = '示意图，不作划界依据，正式部署请替换为带审图号的标准地图'

/** Another map brings its own caption, such as its 审图号; ours never stands under it. */
function readMap(env: Environment): Settings['map'] {
  const written = env.MAP_URL || OWN_MAP
  const isPath = /^\/(?!\/)[\w./~-]*$/.test(written)
  if (!isPath && !(URL.canParse(written) && /^https?:$/.test(new URL(written).protocol)))
    throw new SettingError('设置 MAP_URL 应为 http:// 或 https:// 开头的地址，或本站上 / 开头的路径')
  const caption = readLine(env, 'MAP_CAPTION') || (env.MAP_URL ? '' : OWN_CAPTION)
  if (!caption) throw new SettingError('设置 MAP_CAPTION 应写明地图的审图号与来源，因为设置了 MAP_URL')
  return { url: written.replace(/\/+$/, ''), caption }
}

function readLine(env: Environment, name: string): string {
  const text = (env[name] ?? '').trim()
  if (text.length > 100 || /\p{Cc}/u.test(text))
    throw new SettingError(`设置 ${name} 应为一行文字，最多 100 个字符`)
  return text
}

const ORGANISER = {
  organizer: 'SITE_ORGANIZER',
  contact: 'SITE_CONTACT',
  code: 'SITE_CODE',
  icp: 'SITE_ICP',
  police: 'SITE_POLICE',
} as const

function readOrganiser(env: Environment): Organiser {
  return Object.fromEntries(
    Object.entries(ORGANISER).flatMap(([key, name]) => {
      const text = readLine(env, name)
      return text ? [[key, text]] : []
    }),
  )
}

/** Who tries the portal out receives webhooks on the same machine. */
const THIS_MACHINE = ['127.0.0.0/8', '::1/128']

/** As browsers write them: without a path, a slash at the end or a port that is usual. */
function readOrigins(env: Environment, name: string): string[] {
  const origins = listOf(env, name)
  const isOrigin = (text: string) =>
    /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
  const wrong = origins.find((text) => !isOrigin(text))
  if (wrong === undefined) return origins
  throw new SettingError(
    `设置 ${name} 应为逗号分隔的网站来源（如 https://partner.example.cn），不带路径和通配符，“${wrong}”不是来源`,
  )
}

function listOf(env: Environment, name: string): string[] {
  return (env[name] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Undefined where none is named. */
function readNetworks(env: Environment, name: string): string[] | undefined {
  const networks = listOf(env, name)
  const wrong = networks.find((part) => !isCidr(part))
  if (wrong !== undefined)
    throw new SettingError(`设置 ${name} 应为逗号分隔的网段（如 10.0.0.0/8），“${wrong}”不是网段`)
  return networks.length > 0 ? networks : undefined
}

function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function readMetricsToken(env: Environment): string | null {
  const token = env.METRICS_TOKEN || null
  if (token === null || /^[\w.~+/=-]{16,200}$/.test(token)) return token
  throw new SettingError('设置 METRICS_TOKEN 应为 16 到 200 个字母、数字或 . ~ + / = - _')
}

function readDemoPassword(env: Environment): string | null {
  const password = env.DEMO_PASSWORD || null
  if (password === null || (password.length >= 8 && password.length <= 64)) return password
  throw new SettingError('设置 DEMO_PASSWORD 应为 8 到 64 个字符')
}
