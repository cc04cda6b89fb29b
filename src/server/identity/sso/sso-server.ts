// Declares what the portal needs of a single sign-on server, whichever protocol it speaks.
import type { VisitorKey } from '#server/platform/http/visitor-key.ts'

/** A person as the single sign-on server names them. */
export interface SsoPerson {
  /** Identifies the person at the server. */
  readonly user: string
  /** The name that the person types there. */
  readonly userName: string
  /** A name may come more than once. */
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

/** The browser that signs in, and the way back to the portal. */
export interface SsoVisit {
  /** The portal's own address, such as `https://portal.example/`. */
  readonly home: string
  /** The random value with which the browser began the sign-in. */
  readonly state: string | undefined
  readonly browser: VisitorKey
}

export interface SsoServer {
  /** Returns the address at which the person signs in, to return to the portal with a ticket. */
  signInUrl(visit: SsoVisit): Promise<string>
  /** Returns true for a text that can be a ticket at all. */
  isTicket(text: string): boolean
  /**
   * Exchanges a ticket for the person to whom it was issued. Throws `SsoRefusal` for a ticket that is not valid, and
   * `SsoAnswerError` for an answer that proves nothing. Any other error means that there was no answer.
   */
  identify(ticket: string, visit: SsoVisit): Promise<SsoPerson>
  /** Returns the address that ends the session at the server and leads to `returnTo`, an address of the portal. */
  signOutUrl(returnTo: string, visit: SsoVisit): Promise<string>
}

/** The ticket is not valid. `code` is the server's own word for it. */
export class SsoRefusal extends Error {
  readonly code: string

  constructor(code: string) {
    super(`the single sign-on refused the ticket: ${code}`)
    this.code = code
  }
}

/** The server's answer proves nobody's identity. */
export class SsoAnswerError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause })
  }
}
