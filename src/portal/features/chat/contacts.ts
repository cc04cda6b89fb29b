// Stores the user's list of conversations in a tab, and reads it again after events that may have changed it.

import type { ApiError } from '#portal/core/api/api-error.ts'
import type { LiveEvent } from '#portal/core/session/live-events.ts'
import { createStore } from '#portal/core/state/store.ts'
import type { ChatContact } from '#shared/calls/chat-answers.ts'
import { loadContacts } from './chat-client.ts'

interface Contacts {
  /** Undefined until the first answer. */
  readonly list?: readonly ChatContact[]
  readonly error?: ApiError
}

/** News that come together are followed by one look. */
const DEBOUNCE_MS = 250

const store = createStore<Contacts>({})
let timer: ReturnType<typeof setTimeout> | undefined

export const useContacts = store.use

export async function readContacts(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  try {
    store.set({ list: await loadContacts() })
  } catch (error) {
    const { list } = store.get()
    store.set({ ...(list ? { list } : {}), error: error as ApiError }) // what the client throws
  }
}

export function refreshContactsOnEvent(event: LiveEvent): void {
  if (event.type === 'chat-typing') return
  timer ??= setTimeout(() => void readContacts(), DEBOUNCE_MS)
}

export function forgetContacts(): void {
  clearTimeout(timer)
  timer = undefined
  store.set({})
}
