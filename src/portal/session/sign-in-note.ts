// Keeps one message for the sign-in page, across the way through single sign-on's logout.
import { keptAs } from '../site/site.ts'

const NOTE = keptAs('sign-in-note')

export function leaveSignInNote(text: string): void {
  try {
    sessionStorage.setItem(NOTE, text)
  } catch {
    // Without storage the page says nothing of it.
  }
}

/** The message, which is shown once. */
export function takeSignInNote(): string | undefined {
  try {
    const text = sessionStorage.getItem(NOTE)
    sessionStorage.removeItem(NOTE)
    return text ?? undefined
  } catch {
    return undefined
  }
}
