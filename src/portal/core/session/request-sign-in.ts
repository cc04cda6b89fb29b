// Leads a visitor to the sign-in page and back, for something that needs an account.
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { LOGIN } from '#portal/core/site.ts'

interface SignInState {
  /** The purpose of the sign-in, in words. */
  readonly signInFor?: string
}

/** The page of the present address is come back to. */
export function requestSignIn(what?: string): void {
  const { pathname, search } = appHistory.position().location
  // Several calls of one page were refused.
  if (pathname === LOGIN) return
  const state: SignInState = what === undefined ? {} : { signInFor: what }
  appHistory.push(`${LOGIN}?${new URLSearchParams({ from: pathname + search })}`, state)
}

/** Returns the purpose of the sign-in. It is not part of the address, which anybody could have written. */
export function signInPurpose(): string | undefined {
  const { signInFor } = (appHistory.position().location.state ?? {}) as SignInState
  return typeof signInFor === 'string' ? signInFor : undefined
}
