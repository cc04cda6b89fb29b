// Leads to the sign-in page and back, and saves what has to survive the redirects: message, address, state.

import { appHistory } from '#portal/core/routing/hash-history.ts'
import { LOGIN, site } from '#portal/core/site.ts'
import { storeText, takeText } from '#portal/core/state/browser-storage.ts'

/** The address at which a one-time password is changed. */
export const NEW_PASSWORD = site.pages.newPassword ?? site.pages.home

/** With the way back: `from` is the address that was asked for. */
export const toNewPassword = (from: string): string => `${NEW_PASSWORD}?${new URLSearchParams({ from })}`

/** Leads a user with a one-time password to the page where it must be changed first. */
export function goToNewPassword(): void {
  const { pathname, search } = appHistory.position().location
  if (pathname !== NEW_PASSWORD) appHistory.push(toNewPassword(pathname + search))
}

/** Leads to the page that says how long the site is closed, with the way back. */
export function goToMaintenance(): void {
  const { maintenance } = site.pages
  const { pathname, search } = appHistory.position().location
  if (maintenance === undefined || pathname === maintenance || pathname === LOGIN) return
  appHistory.push(`${maintenance}?${new URLSearchParams({ from: pathname + search })}`)
}

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

const BEGUN = 'ticket-state'
const STATE_BYTES = 24

/** A new random state, which single sign-on brings back with the ticket. The sign-in is to end at `address`. */
export function beginTicketSignIn(address: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(STATE_BYTES))
  const state = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  // Without storage the person is asked when the ticket arrives.
  storeText('session', BEGUN, `${state} ${address}`)
  return state
}

/** Returns the address at which the sign-in is to end; undefined if this tab has not begun it. Each state counts once. */
export function endTicketSignIn(state: string | null): string | undefined {
  const [begun, address] = takeText('session', BEGUN)?.split(' ') ?? []
  return begun === state ? address : undefined
}

/** Across the redirect through single sign-on's logout. */
const NOTE = 'sign-in-note'
const ADDRESS = 'sign-in-address'

export const leaveSignInNote = (text: string): boolean => storeText('session', NOTE, text)
export const takeSignInNote = (): string | undefined => takeText('session', NOTE) ?? undefined

/** Of the sign-in page, with what it leads back to. */
export const leaveSignInAddress = (address: string): boolean => storeText('session', ADDRESS, address)
export const takeSignInAddress = (): string | undefined => takeText('session', ADDRESS) ?? undefined
