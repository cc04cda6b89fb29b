// Decides whether a visitor is redirected from an address, and to which (NAV-05, NAV-06, NAV-09, NAV-10).

import type { Session } from '#portal/core/session/session.ts'
import { NEW_PASSWORD, toNewPassword } from '#portal/core/session/sign-in-redirects.ts'
import { LOGIN, site } from '#portal/core/site.ts'
import { isInAudience } from '#shared/access/roles.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import { toViewer } from './viewer.ts'

/** Pages to sign in on; who has signed in has no business there. */
const SIGN_IN: ReadonlySet<string> = new Set([LOGIN, ...site.pages.signIn])
export const NOT_ALLOWED = site.pages.refused ?? site.pages.home

export interface Visit {
  readonly entry: ManifestPage
  readonly pathname: string
  readonly search: string
  readonly session: Pick<Session, 'user' | 'id'>
  readonly menu: 'loading' | 'ready' | 'failed'
  /** The address to which the menu tree redirects visitors of this one. */
  readonly redirect: string | undefined
  readonly arrivedFrom: string | null
}

/** Returns the address of the redirect; null if the visitor may stay. */
export function findRedirect(visit: Visit): string | null {
  const { entry, pathname, search, session, redirect, arrivedFrom } = visit
  const { onlyFrom } = entry
  // Pages with the bare shell carry no menu: the one that refuses and the one to sign in on, so that there is no circle.
  if (visit.menu === 'failed' && entry.shell !== 'bare' && entry.path !== NOT_ALLOWED)
    return toMenuWaitAddress(pathname + search)
  const waited = new URLSearchParams(search).get('from')
  if (visit.menu === 'ready' && entry.path === NOT_ALLOWED && waited !== null)
    return toSafeReturnAddress(waited)
  if (redirect !== undefined) return redirect
  if (SIGN_IN.has(entry.path) && session.id !== null)
    return toSafeReturnAddress(new URLSearchParams(search).get('from') ?? '')
  if (onlyFrom !== undefined && arrivedFrom !== onlyFrom && arrivedFrom !== pathname) return onlyFrom
  if (!entry.access.includes('anyone')) {
    if (session.id === null) return `${LOGIN}?${new URLSearchParams({ from: pathname + search })}`
    if (session.user?.passwordDue && entry.path !== NEW_PASSWORD) return toNewPassword(pathname + search)
    if (session.user !== null && !mayOpen(entry, session.user)) return NOT_ALLOWED
  }
  return null
}

/** Returns the address at which to wait for the menu; it carries the address to return to afterwards. */
export const toMenuWaitAddress = (address: string): string =>
  `${NOT_ALLOWED}?${new URLSearchParams({ from: address })}`

/** `owner` is decided per item, by the server. */
function mayOpen({ access }: ManifestPage, user: NonNullable<Session['user']>): boolean {
  return access.includes('owner') || isInAudience(toViewer(user), access)
}

/** The address that asked to sign in, when it is one of ours; else the start. */
export function toSafeReturnAddress(from: string): string {
  const path = from.split('?')[0] ?? ''
  const isOurs = /^\/(?![/\\])/.test(from) && !SIGN_IN.has(path) && path !== NOT_ALLOWED
  return isOurs ? from : '/'
}
