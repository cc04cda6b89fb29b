// Speaks to a CAS server, protocols 2.0 and 3.0: sign-in addresses, validation of tickets, sign-out.

import { type Channel, limitedFetch, PATIENCE_MS } from '#server/identity/sso/limited-fetch.ts'
import {
  SsoAnswerError,
  type SsoPerson,
  SsoRefusal,
  type SsoServer,
  type SsoVisit,
} from '#server/identity/sso/sso-server.ts'
import { readCasAnswer } from './cas-answer.ts'

export interface CasOptions {
  readonly url: string
  readonly protocol: 2 | 3
}

const TICKET = /^ST-[\w.-]{1,253}$/

export class CasServer implements SsoServer {
  readonly #base: string
  readonly #protocol: 2 | 3
  readonly #channel: Channel

  constructor({ url, protocol }: CasOptions, channel: Channel = {}) {
    this.#base = url.replace(/\/+$/, '')
    this.#protocol = protocol
    this.#channel = channel
  }

  async signInUrl(visit: SsoVisit): Promise<string> {
    return `${this.#base}/login?${new URLSearchParams({ service: serviceOf(visit) })}`
  }

  isTicket(text: string): boolean {
    return TICKET.test(text)
  }

  async identify(ticket: string, visit: SsoVisit): Promise<SsoPerson> {
    const text = await this.#validate(ticket, serviceOf(visit))
    const answer = readAnswer(text)
    if (answer.kind === 'refused') throw new SsoRefusal(answer.code)
    return { user: answer.user, userName: answer.user, attributes: answer.attributes }
  }

  async signOutUrl(returnTo: string): Promise<string> {
    const name = this.#protocol === 2 ? 'url' : 'service'
    return `${this.#base}/logout?${new URLSearchParams({ [name]: returnTo })}`
  }

  async #validate(ticket: string, service: string): Promise<string> {
    const { send, patience = PATIENCE_MS } = this.#channel
    const path = this.#protocol === 2 ? 'serviceValidate' : 'p3/serviceValidate'
    const answer = await limitedFetch(AbortSignal.timeout(patience), send)(
      `${this.#base}/${path}?${new URLSearchParams({ service, ticket })}`,
      { headers: { accept: 'application/xml, text/xml' }, redirect: 'error' },
    )
    if (!answer.ok) throw new Error(`CAS server answered ${answer.status}`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await answer.arrayBuffer())
  }
}

/** With `state` a ticket is valid only together with it, so that a ticket of another browser does not fit. */
function serviceOf({ home, state }: SsoVisit): string {
  const url = new URL(home)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

function readAnswer(text: string) {
  try {
    return readCasAnswer(text)
  } catch (error) {
    throw new SsoAnswerError('unreadable', error)
  }
}
