// Saves the message and the next address of the sign-in page across the redirect through single sign-on's logout.
import { toStorageKey } from '#portal/core/site.ts'

const NOTE = toStorageKey('sign-in-note')
const ADDRESS = toStorageKey('sign-in-address')

/** Returns true if the text could be stored. */
function leave(key: string, text: string): boolean {
  try {
    sessionStorage.setItem(key, text)
    return true
  } catch {
    // Without storage the page says nothing of it.
    return false
  }
}

/** Once. */
function take(key: string): string | undefined {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return text ?? undefined
  } catch {
    return undefined
  }
}

export const leaveSignInNote = (text: string): boolean => leave(NOTE, text)
export const takeSignInNote = (): string | undefined => take(NOTE)

/** Of the sign-in page, with what it leads back to. */
export const leaveSignInAddress = (address: string): boolean => leave(ADDRESS, address)
export const takeSignInAddress = (): string | undefined => take(ADDRESS)
