// Signs calls of Tencent Cloud: TC3-HMAC-SHA256, as https://cloud.tencent.com/document/api/382/52072 describes.
import { createHash, createHmac } from 'node:crypto'

const ALGORITHM = 'TC3-HMAC-SHA256'

export interface TcCall {
  readonly service: string
  /** All of them are signed; their names in lower case, `content-type` and `host` among them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly keyId: string
  readonly key: string
  readonly at: Date
}

/** Returns the header `authorization` of a POST to `/`. */
export function signTc3({ service, headers, body, keyId, key, at }: TcCall): string {
  const day = at.toISOString().slice(0, 10)
  const names = Object.keys(headers).sort()
  const canonical = [
    'POST',
    '/',
    '',
    ...names.map((name) => `${name}:${headers[name]?.trim().toLowerCase()}`),
    '',
    names.join(';'),
    digestOf(body),
  ].join('\n')
  const scope = `${day}/${service}/tc3_request`
  const seconds = Math.floor(at.getTime() / 1_000)
  const signingKey = [day, service, 'tc3_request'].reduce<string | Buffer>(sign, `TC3${key}`)
  const signature = sign(signingKey, [ALGORITHM, seconds, scope, digestOf(canonical)].join('\n')).toString(
    'hex',
  )
  return `${ALGORITHM} Credential=${keyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
}

const sign = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
