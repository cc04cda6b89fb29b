// Talks to a CAS server: builds sign-in addresses and validates tickets.
import type { Settings } from '#server/platform/settings.ts'

export interface CasServer {
  /** Returns the sign-in address; the visitor returns to `service` with a ticket. */
  loginUrl(service: string): string
  logoutUrl(returnTo: string): string
  /** The server's answer as it stands. Rejects when there is none. */
  validate(ticket: string, service: string): Promise<string>
}

const PATIENCE = 5_000
const MAX_ANSWER_BYTES = 64 * 1024

export class HttpCasServer implements CasServer {
  readonly #base: string
  readonly #protocol: 2 | 3
  readonly #patience: number

  constructor({ url, protocol }: NonNullable<Settings['sso']>, patience = PATIENCE) {
    this.#base = url.replace(/\/+$/, '')
    this.#protocol = protocol
    this.#patience = patience
  }

  loginUrl(service: string): string {
    return `${this.#base}/login?${new URLSearchParams({ service })}`
  }

  logoutUrl(returnTo: string): string {
    const name = this.#protocol === 2 ? 'url' : 'service'
    return `${this.#base}/logout?${new URLSearchParams({ [name]: returnTo })}`
  }

  async validate(ticket: string, service: string): Promise<string> {
    const path = this.#protocol === 2 ? 'serviceValidate' : 'p3/serviceValidate'
    const answer = await fetch(`${this.#base}/${path}?${new URLSearchParams({ service, ticket })}`, {
      headers: { accept: 'application/xml, text/xml' },
      redirect: 'error',
      signal: AbortSignal.timeout(this.#patience),
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw new Error(`CAS server answered ${answer.status}`)
    }
    return readLimited(answer)
  }
}

async function readLimited({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > MAX_ANSWER_BYTES) throw new Error('CAS server answered too much')
    parts.push(part)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
}
