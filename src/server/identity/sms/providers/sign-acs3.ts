// Signs calls of Alibaba Cloud: ACS3-HMAC-SHA256, as https://help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature describes.
import { createHash, createHmac } from 'node:crypto'

const ALGORITHM = 'ACS3-HMAC-SHA256'

export interface AcsCall {
  readonly host: string
  readonly action: string
  readonly version: string
  readonly query: Readonly<Record<string, string>>
  readonly keyId: string
  readonly key: string
  readonly at: Date
  /** Unique for each call. */
  readonly nonce: string
}

/** Returns the query and the headers of a POST without a body; `host` is signed, and sent by `fetch` itself. */
export function signAcs3({ host, action, version, query, keyId, key, at, nonce }: AcsCall): {
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
} {
  const bodyDigest = digestOf('')
  const headers = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': bodyDigest,
    'x-acs-date': `${at.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const canonicalQuery = Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const names = Object.keys(headers).sort() as (keyof typeof headers)[]
  const canonical = [
    'POST',
    '/',
    canonicalQuery,
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    bodyDigest,
  ].join('\n')
  const signature = createHmac('sha256', key)
    .update(`${ALGORITHM}\n${digestOf(canonical)}`)
    .digest('hex')
  const authorization = `${ALGORITHM} Credential=${keyId},SignedHeaders=${names.join(';')},Signature=${signature}`
  const { host: _host, ...sent } = headers
  return { query: canonicalQuery, headers: { ...sent, authorization } }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** RFC 3986: `encodeURIComponent` leaves five characters more. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
