// Implements the demo's identity provider in memory: its sign-ins and the tickets that it issued.
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isPassword } from '#server/identity/accounts/passwords.ts'
import { attempt, toAttemptKey } from '#server/identity/accounts/sign-in-attempts.ts'
import { CAS_NAMESPACE } from '#server/identity/sso/cas/cas-answer.ts'
import type { Services } from '#server/platform/call.ts'
import { encodeText } from '#server/platform/xml/references.ts'

const respond = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<cas:serviceResponse xmlns:cas="${CAS_NAMESPACE}">${inside}</cas:serviceResponse>\n`

export function success(user: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes)
    .map(([name, value]) => `<cas:${name}>${encodeText(value)}</cas:${name}>`)
    .join('')
  const group = written ? `<cas:attributes>${written}</cas:attributes>` : ''
  return respond(
    `<cas:authenticationSuccess><cas:user>${encodeText(user)}</cas:user>${group}</cas:authenticationSuccess>`,
  )
}

export function failure(code: string, words: string): string {
  return respond(
    `<cas:authenticationFailure code="${encodeText(code)}">${encodeText(words)}</cas:authenticationFailure>`,
  )
}

interface Visitor {
  readonly user: string
  readonly name: string
  readonly until: number
}

interface Ticket extends Visitor {
  readonly service: string
  readonly terms: TicketTerms
}

/** What an OpenID client has bound its code to. */
export interface TicketTerms {
  readonly nonce?: string
  /** SHA-256 of the verifier. */
  readonly challenge?: string
}

export type ProviderSession =
  | { readonly kind: 'in'; readonly visit: string }
  | { readonly kind: 'wrong' | 'locked' }

const MAX_SESSIONS = 1_000
const VISIT_LIVES = 8 * 3_600_000
const TICKET_LIVES = 60_000

const newSecret = () => randomBytes(24).toString('base64url')

export class IdentityProvider {
  readonly #services: Pick<Services, 'db' | 'clock'>
  readonly #visits = new LRUCache<string, Visitor>({ max: MAX_SESSIONS })
  readonly #tickets = new LRUCache<string, Ticket>({ max: MAX_SESSIONS })

  constructor(services: Pick<Services, 'db' | 'clock'>) {
    this.#services = services
  }

  /** Only accounts that are linked may enter, under the name they are linked by. */
  async enter(userName: string, password: string, address: string): Promise<ProviderSession> {
    const { db } = this.#services
    const key = toAttemptKey(`sso:${userName}`, address)
    const result = await attempt(db, key, this.#services.clock(), async () => {
      const account = await db
        .selectFrom('account')
        .select(['ssoUser', 'name', 'passwordHash'])
        .where('ssoUser', '=', userName)
        .executeTakeFirst()
      const isRight = await isPassword(account?.passwordHash ?? null, password)
      return isRight && account?.ssoUser
        ? { kind: 'right', value: { user: account.ssoUser, name: account.name } }
        : { kind: 'wrong' }
    })
    if (result === null) return { kind: 'locked' }
    if (result.kind === 'wrong') return { kind: 'wrong' }
    const visit = newSecret()
    this.#visits.set(visit, { ...result.value, until: this.#now() + VISIT_LIVES })
    return { kind: 'in', visit }
  }

  leave(visit: string): void {
    this.#visits.delete(visit)
  }

  /** A ticket, or code, for who is signed in; null for anybody else. */
  issue(visit: string, service: string, terms: TicketTerms = {}): string | null {
    const visitor = this.#visits.get(visit)
    if (!visitor || visitor.until <= this.#now()) return null
    const ticket = `ST-${newSecret()}`
    this.#tickets.set(ticket, { ...visitor, service, terms, until: this.#now() + TICKET_LIVES })
    return ticket
  }

  /** Returns what the ticket stands for, once; null for one that is unknown, used or too old. */
  redeem(ticket: string): Ticket | null {
    const known = this.#tickets.get(ticket)
    this.#tickets.delete(ticket)
    return known && known.until > this.#now() ? known : null
  }

  /** Validates a ticket. By the protocol the first validation consumes the ticket, whatever the result. */
  validate(ticket: string, service: string, protocol: 2 | 3): string {
    if (!ticket || !service) return failure('INVALID_REQUEST', '缺少 ticket 或 service')
    const known = this.redeem(ticket)
    if (!known) return failure('INVALID_TICKET', '票据无效或已使用')
    if (known.service !== service) return failure('INVALID_SERVICE', '票据不是为该应用签发的')
    return success(known.user, protocol === 3 ? { displayName: known.name } : {})
  }

  #now(): number {
    return this.#services.clock().getTime()
  }
}
