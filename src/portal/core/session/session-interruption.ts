// Stores a session that ended above typed text: its account, and the calls that wait for a new sign-in.
import { createStore } from '#portal/core/state/store.ts'
import type { Session, SessionUser } from './saved-session.ts'

export interface Interruption {
  /** The user who typed the text on the page. */
  readonly user: SessionUser
  /** Why the session ended, in words. */
  readonly message: string
  /** True while the dialog is open; a closed one can be opened again. */
  readonly isAsking: boolean
  /** The session of another account that has signed in instead, here or in another window. */
  readonly other: Session | null
  /** The user has signed in with a one-time password, which has to be changed first. */
  readonly isPasswordDue: boolean
}

const store = createStore<Interruption | null>(null)
let waiting: ((isBack: boolean) => void)[] = []

export const useInterruption = store.use
export const currentInterruption = store.get

function answer(isBack: boolean): void {
  const resolvers = waiting
  waiting = []
  for (const settle of resolvers) settle(isBack)
}

/** Who has typed nothing for so long is interrupted; before, the dialog would take the next keys. */
const REST_MS = 5000
let typedAt = Number.NEGATIVE_INFINITY
let opening: ReturnType<typeof setTimeout> | undefined
if (typeof document !== 'undefined')
  document.addEventListener(
    'input',
    () => {
      typedAt = Date.now()
    },
    true,
  )

/**
 * Opens the dialog; a later reason does not replace the first. While somebody types, a bar says it, and the dialog opens
 * at the next rest. `isRequested`: the user has asked for the call that was refused, and waits for it.
 */
export function interrupt(
  user: SessionUser,
  message: string,
  more: Partial<Pick<Interruption, 'other' | 'isPasswordDue'>> = {},
  isRequested = false,
): void {
  const before = store.get() ?? { user, message, other: null, isPasswordDue: false, isAsking: false }
  const rest = isRequested || before.isAsking ? 0 : typedAt + REST_MS - Date.now()
  store.set({ ...before, ...more, isAsking: rest <= 0 })
  clearTimeout(opening)
  if (rest > 0) opening = setTimeout(openAtRest, rest)
}

function openAtRest(): void {
  const rest = typedAt + REST_MS - Date.now()
  if (rest > 0) opening = setTimeout(openAtRest, rest)
  else reopenInterruption()
}

/** Resolves when the user has signed in again (true), or has closed the dialog or left (false). */
export const waitForSignIn = (): Promise<boolean> => new Promise((resolve) => waiting.push(resolve))

/** Back from what stood in the way to the form to sign in on. */
export function askAgain(): void {
  const before = store.get()
  if (before) store.set({ ...before, isAsking: true, other: null, isPasswordDue: false })
}

/** The dialog as it was when it was closed. */
export function reopenInterruption(): void {
  const before = store.get()
  if (before) store.set({ ...before, isAsking: true })
}

/** The dialog is closed; the text stays on the page. */
export function closeInterruption(): void {
  clearTimeout(opening)
  const before = store.get()
  if (before) store.set({ ...before, isAsking: false })
  answer(false)
}

export function endInterruption(isBack: boolean): void {
  clearTimeout(opening)
  store.set(null)
  answer(isBack)
}
