// Reads the settings of the single sign-on.
import { type Environment, readUrl, SettingError } from './setting-values.ts'

/** The single sign-on. Without an address, demo mode brings a server of its own. */
export interface SsoSettings {
  /** The CAS server, or the issuer of OpenID Connect. */
  readonly url: string | null
  /** A version of CAS, or OpenID Connect. */
  readonly protocol: 2 | 3 | 'oidc'
  /** Name of the attribute or claim that holds a person's groups. */
  readonly groups: string
  /** The portal as an OpenID provider knows it; without a secret it is a public client. */
  readonly client: { readonly id: string; readonly secret: string | null; readonly scopes: string }
}

const SSO_PROTOCOLS = { '2': 2, '3': 3, oidc: 'oidc' } as const
const DEMO_CLIENT = 'portal'

export function readSso(env: Environment): SsoSettings {
  const url = readUrl(env, 'SSO_URL', ['http:', 'https:'])
  const written = env.SSO_PROTOCOL || '3'
  if (written !== '2' && written !== '3' && written !== 'oidc')
    throw new SettingError(`设置 SSO_PROTOCOL 应为 2、3 或 oidc，现为“${written}”`)
  const protocol = SSO_PROTOCOLS[written]
  // Tickets are bound to the portal's address, which must not be taken from a request.
  if (url && !env.PUBLIC_URL) throw new SettingError('设置 PUBLIC_URL 应为门户的地址，因为设置了 SSO_URL')
  if (url && protocol === 'oidc') {
    const { protocol: scheme, hostname } = new URL(url)
    if (scheme === 'http:' && !LOOPBACK.test(hostname))
      throw new SettingError('设置 SSO_URL 应为 https:// 开头的地址，因为 SSO_PROTOCOL 是 oidc')
    if (!env.SSO_CLIENT_ID)
      throw new SettingError('设置 SSO_CLIENT_ID 应为本站在统一认证登记的编号，因为 SSO_PROTOCOL 是 oidc')
  }
  const scopes = env.SSO_SCOPES || 'openid profile phone'
  if (!scopes.split(' ').includes('openid'))
    throw new SettingError(`设置 SSO_SCOPES 应为以空格分隔的范围，其中有 openid，现为“${scopes}”`)
  const groups = env.SSO_GROUPS || 'groups'
  if (!/^\S{1,200}$/.test(groups))
    throw new SettingError(`设置 SSO_GROUPS 应为统一认证中存放用户组的属性名，现为“${groups}”`)
  const client = { id: env.SSO_CLIENT_ID || DEMO_CLIENT, secret: env.SSO_CLIENT_SECRET || null, scopes }
  return { url, protocol, groups, client }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
