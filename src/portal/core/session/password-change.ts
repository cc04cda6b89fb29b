// Builds the address at which a one-time password is changed, with the way back from there.
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { site } from '#portal/core/site.ts'

export const NEW_PASSWORD = site.pages.newPassword ?? site.pages.home

/** `from`: the address that was asked for. */
export const toNewPassword = (from: string): string => `${NEW_PASSWORD}?${new URLSearchParams({ from })}`

/** Leads a user with a one-time password to the page where it must be changed first. */
export function goToNewPassword(): void {
  const { pathname, search } = appHistory.position().location
  if (pathname !== NEW_PASSWORD) appHistory.push(toNewPassword(pathname + search))
}
