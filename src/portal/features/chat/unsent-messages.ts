// Stores the unsent messages of each account: in this browser until they are stored on the server.

import { currentSession, subscribeSession } from '#portal/core/session/session.ts'
import { toStorageKey } from '#portal/core/site.ts'
import { createStore } from '#portal/core/state/store.ts'
import type { MessageKind } from '#shared/calls/chat-answers.ts'
import type { NamedPerson } from './chat-client.ts'

export interface Unsent {
  /** The same for every attempt, so that the server stores it once. */
  readonly clientId: string
  readonly toId: string
  readonly msgType: MessageKind
  readonly content: string
  readonly at: string
  readonly item?: NamedPerson & { readonly title: string | null }
  /** `id` once it is uploaded; until then only this page has its bytes. */
  readonly file?: { readonly id?: string; readonly name: string; readonly size: number }
  readonly state: 'queued' | 'failed'
  readonly problem?: string
  /** The connection failed, not the message: it goes by itself once there is one. */
  readonly isLater?: boolean
  /** Of its file, between 0 and 1. */
  readonly progress?: number
}

interface UnsentState {
  readonly unsent: readonly Unsent[]
  /** The text in the box of each conversation. */
  readonly texts: Readonly<Record<string, string>>
}

const NOTHING: UnsentState = { unsent: [], texts: {} }
const store = createStore<UnsentState>(NOTHING)
let owner: string | undefined

const keyOf = (account: string) => toStorageKey(`chat:${account}`)

/**
 * Restores the messages of another tab, or of a page that was closed. It is unknown whether they arrived; sending
 * them again does no harm.
 */
function restore(account: string): UnsentState {
  try {
    const { unsent, texts } = {
      ...NOTHING,
      ...(JSON.parse(localStorage.getItem(keyOf(account)) ?? '{}') as UnsentState),
    }
    return {
      texts,
      unsent: unsent
        .filter(({ file }) => !file || file.id !== undefined)
        .map((one) => ({
          ...one,
          state: 'failed' as const,
          problem: one.problem ?? '尚未发出',
          isLater: true,
        })),
    }
  } catch {
    return NOTHING
  }
}

function save(next: UnsentState): void {
  store.set(next)
  if (owner === undefined) return
  try {
    if (next.unsent.length === 0 && Object.keys(next.texts).length === 0)
      localStorage.removeItem(keyOf(owner))
    else localStorage.setItem(keyOf(owner), JSON.stringify(next))
  } catch {
    // Without storage it lasts as long as the page.
  }
}

function belong(): void {
  const account = currentSession().user?.id
  if (account === owner) return
  owner = account
  store.set(account === undefined ? NOTHING : restore(account))
}

belong()
subscribeSession(belong)

export const useUnsentState = store.use
export const unsentMessages = (): readonly Unsent[] => store.get().unsent
export const textFor = (toId: string): string => store.get().texts[toId] ?? ''

export function keepText(toId: string, text: string): void {
  const { [toId]: _, ...others } = store.get().texts
  save({ ...store.get(), texts: text === '' ? others : { ...others, [toId]: text } })
}

export const addUnsent = (message: Unsent): void =>
  save({ ...store.get(), unsent: [...unsentMessages(), message] })

export const dropUnsent = (clientId: string): void => {
  const left = unsentMessages().filter((one) => one.clientId !== clientId)
  if (left.length < unsentMessages().length) save({ ...store.get(), unsent: left })
}

export const changeUnsent = (clientId: string, change: Partial<Unsent>): void =>
  save({
    ...store.get(),
    unsent: unsentMessages().map((one) => (one.clientId === clientId ? { ...one, ...change } : one)),
  })
