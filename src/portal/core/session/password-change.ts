// Owns where a one-time password is changed into one's own, and the way back from there.
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { site } from '#portal/core/site.ts'

export const NEW_PASSWORD = site.pages.newPassword ?? site.pages.home

/** `from`: the address that was asked for. */
export const toNewPassword = (from: string): string => `${NEW_PASSWORD}?${new URLSearchParams({ from })}`

/** Leads whoever has a one-time password to change it first. */
export function goToNewPassword(): void {
  const { pathname, search } = appHistory.position().location
  if (pathname !== NEW_PASSWORD) appHistory.push(toNewPassword(pathname + search))
}
