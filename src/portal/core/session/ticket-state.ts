// Remembers which sign-in by ticket this browser tab has begun, so that a foreign ticket is detected.
import { toStorageKey } from '#portal/core/site.ts'

const BEGUN = toStorageKey('ticket-state')
const STATE_BYTES = 24

/** A new random state, which single sign-on brings back with the ticket. */
export function beginTicketSignIn(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(STATE_BYTES))
  const state = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    sessionStorage.setItem(BEGUN, state)
  } catch {
    // Without storage the person is asked when the ticket arrives.
  }
  return state
}

/** Returns true if this tab has begun the sign-in; each state counts once. */
export function isTicketSignInStartedHere(state: string | null): boolean {
  try {
    const begun = sessionStorage.getItem(BEGUN)
    sessionStorage.removeItem(BEGUN)
    return begun !== null && begun === state
  } catch {
    return false
  }
}
