// Owns what one person wrote and is not sent yet, by account: kept in this browser until it is stored on the server.

import { currentSession, subscribeSession } from '#portal/core/session/session.ts'
import { keptAs } from '#portal/core/site.ts'
import { createStore } from '#portal/core/state/store.ts'
import type { MessageKind } from '#shared/calls/chat-answers.ts'
import type { Named } from './chat-client.ts'

export interface Unsent {
  /** The same for every attempt, so that the server stores it once. */
  readonly clientId: string
  readonly toId: string
  readonly msgType: MessageKind
  readonly content: string
  readonly at: string
  readonly item?: Named & { readonly title: string | null }
  /** `id` once it is uploaded; until then only this page has its bytes. */
  readonly file?: { readonly id?: string; readonly name: string; readonly size: number }
  readonly state: 'queued' | 'failed'
  readonly problem?: string
  /** The connection failed, not the message: it goes by itself once there is one. */
  readonly isLater?: boolean
  /** Of its file, between 0 and 1. */
  readonly progress?: number
}

interface Kept {
  readonly unsent: readonly Unsent[]
  /** What stands in the box of each talk. */
  readonly texts: Readonly<Record<string, string>>
}

const NOTHING: Kept = { unsent: [], texts: {} }
const store = createStore<Kept>(NOTHING)
let owner: string | undefined

const keyOf = (account: string) => keptAs(`chat:${account}`)

/** Of another tab, or of a page that was closed: whether it arrived nobody knows, and sending it again does no harm. */
function restore(account: string): Kept {
  try {
    const { unsent, texts } = {
      ...NOTHING,
      ...(JSON.parse(localStorage.getItem(keyOf(account)) ?? '{}') as Kept),
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

function keep(kept: Kept): void {
  store.set(kept)
  if (owner === undefined) return
  try {
    if (kept.unsent.length === 0 && Object.keys(kept.texts).length === 0)
      localStorage.removeItem(keyOf(owner))
    else localStorage.setItem(keyOf(owner), JSON.stringify(kept))
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

export const useKept = store.use
export const unsentMessages = (): readonly Unsent[] => store.get().unsent
export const textFor = (toId: string): string => store.get().texts[toId] ?? ''

export function keepText(toId: string, text: string): void {
  const { [toId]: _, ...others } = store.get().texts
  keep({ ...store.get(), texts: text === '' ? others : { ...others, [toId]: text } })
}

export const addUnsent = (message: Unsent): void =>
  keep({ ...store.get(), unsent: [...unsentMessages(), message] })

export const dropUnsent = (clientId: string): void => {
  const left = unsentMessages().filter((one) => one.clientId !== clientId)
  if (left.length < unsentMessages().length) keep({ ...store.get(), unsent: left })
}

export const changeUnsent = (clientId: string, change: Partial<Unsent>): void =>
  keep({
    ...store.get(),
    unsent: unsentMessages().map((one) => (one.clientId === clientId ? { ...one, ...change } : one)),
  })
