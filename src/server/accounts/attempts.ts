// Owns the count of failed sign-ins per account and address, and the lock that follows five of them.

const LIMIT = 5
const LOCK = 15 * 60_000
const MAX_KEYS = 20_000

interface Attempts {
  count: number
  until: number
}

/**
 * Counted per account and address together: a stranger elsewhere cannot lock somebody out,
 * and a guesser gets five tries in fifteen minutes.
 */
export class SignInAttempts {
  readonly #byKey = new Map<string, Attempts>()

  isLocked(key: string, now: number): boolean {
    const attempts = this.#byKey.get(key)
    return attempts !== undefined && attempts.count >= LIMIT && attempts.until > now
  }

  failed(key: string, now: number): void {
    const attempts = this.#byKey.get(key)
    if (this.#byKey.size >= MAX_KEYS) this.#dropOldest()
    if (!attempts || attempts.until <= now) this.#byKey.set(key, { count: 1, until: now + LOCK })
    else {
      attempts.count++
      attempts.until = now + LOCK
    }
  }

  succeeded(key: string): void {
    this.#byKey.delete(key)
  }

  #dropOldest(): void {
    const first = this.#byKey.keys().next()
    if (!first.done) this.#byKey.delete(first.value)
  }
}
