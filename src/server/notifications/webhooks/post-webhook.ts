// Posts a signed message to an address: no redirects, a time limit, and only a little of the answer is read.
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { AddressRefused, allowedLookup, isAllowedAddress } from '#server/platform/outbound/allowed-address.ts'

/** For the whole exchange. */
const TIME_LIMIT_MS = 10_000
const MAX_ANSWER_BYTES = 4096

export interface WebhookAnswer {
  readonly status: number
  /** The beginning of the answer as text. */
  readonly text: string
}

interface Posting {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Networks that may be reached though they are not public. */
  readonly networks: readonly string[]
  readonly signal: AbortSignal
}

/** Resolves with any answer, also of a refusal. Rejects where no answer came in time or the address is refused. */
export async function postWebhook({ url, headers, body, networks, signal }: Posting): Promise<WebhookAnswer> {
  const { protocol, hostname } = new URL(url)
  const isEncrypted = protocol === 'https:'
  const isAllowed = (address: string) => isAllowedAddress(address, { networks, isEncrypted })
  const host = hostname.replace(/^\[|\]$/g, '')
  // Node looks up names only.
  if (isIP(host) && !isAllowed(host)) throw new AddressRefused()
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)])
  return new Promise((resolve, reject) => {
    const request = (isEncrypted ? requestHttps : requestHttp)(
      url,
      {
        method: 'POST',
        // A connection of its own, so that each is checked.
        agent: false,
        lookup: allowedLookup(isAllowed),
        signal: limit,
        headers: {
          ...headers,
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'equipnet-webhook',
          connection: 'close',
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        let size = 0
        const finish = () => {
          const text = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8')
          resolve({ status: answer.statusCode ?? 0, text })
          request.destroy()
        }
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          size += chunk.length
          if (size >= MAX_ANSWER_BYTES) finish()
        })
        answer.on('end', finish)
        // The status has come: what is missing of the answer changes nothing.
        answer.on('error', finish)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
