// Stores one conversation in a tab: messages, read positions of both sides, kept up to date by events.

import type { ApiError } from '#portal/core/api/api-error.ts'
import { type LiveEvent, mayHaveMissedEvents } from '#portal/core/session/live-events.ts'
import { createStore, type Store } from '#portal/core/state/store.ts'
import { type ChatHistory, type ChatMessage, merge } from '#shared/calls/chat-answers.ts'
import { loadConversation, markRead, type NamedPerson } from './chat-client.ts'

export interface ConversationState {
  /** Undefined until the first answer. */
  readonly other?: ChatHistory['other']
  readonly list: readonly ChatMessage[]
  readonly hasOlder: boolean
  readonly isLoadingOlder: boolean
  readonly item: ChatHistory['item']
  readonly refusal: string | null
  /** Why nothing is shown. */
  readonly error?: ApiError
  /** The time at which the other side was last typing, in milliseconds; 0 once they sent a message. */
  readonly typingAt: number
}

export interface Conversation extends Pick<Store<ConversationState>, 'get' | 'use'> {
  /** `item` is what the reader comes from. */
  load(item?: NamedPerson): Promise<void>
  loadOlder(): Promise<void>
  /** Reads what came after the last that is known. */
  catchUp(): Promise<void>
  handleEvent(event: LiveEvent): void
  /** All that is shown was seen. */
  markSeen(): void
}

const BATCH_SIZE = 200
const NEW: ConversationState = {
  list: [],
  hasOlder: false,
  isLoadingOlder: false,
  item: null,
  refusal: null,
  typingAt: 0,
}

interface Sides {
  readonly ownId: string
  readonly otherId: string
}

export function createConversation({ ownId, otherId }: Sides): Conversation {
  const store = createStore<ConversationState>(NEW)
  const change = (changes: Partial<ConversationState>) => store.set({ ...store.get(), ...changes })
  let seen = 0
  let catching: Promise<void> | undefined
  let isWanted = false
  /**
   * The item from which the user came, who may therefore write first. The history must be read with it, or the answer
   * would refuse writing.
   */
  let about: NamedPerson | undefined

  const isOurs = ({ fromId, toId }: Pick<ChatMessage, 'fromId' | 'toId'>) =>
    (fromId === ownId && toId === otherId) || (fromId === otherId && toId === ownId)

  const load = async () => {
    const requestedItem = about
    try {
      const { list, hasMore, ...rest } = await loadConversation(otherId, { ...requestedItem }, {})
      if (requestedItem !== about) return
      const { error: _, ...before } = store.get()
      // Messages that arrived during the read are kept.
      const other = keepName(before, { ...rest, list })
      store.set({ ...before, ...rest, other, list: merge(before.list, list).list, hasOlder: hasMore })
    } catch (error) {
      if (store.get().other === undefined) change({ error: error as ApiError }) // what the client throws
    }
  }

  const readOn = async () => {
    const { other, list: known } = store.get()
    if (other === undefined || known.length === 0) return load()
    for (let after = merge(known, []).gap ?? lastSeq(known); ; ) {
      const requestedItem = about
      const {
        list,
        hasMore,
        item: _,
        ...rest
      } = await loadConversation(otherId, {
        ...requestedItem,
        after,
        limit: BATCH_SIZE,
      })
      change({ ...(requestedItem === about ? rest : {}), list: merge(store.get().list, list).list })
      after = lastSeq(list)
      if (!hasMore || list.length === 0) return
    }
  }

  /** Once at a time; what is heard meanwhile is followed by one more look. */
  const catchUp = (): Promise<void> => {
    isWanted = true
    catching ??= lookAll().finally(() => {
      catching = undefined
    })
    return catching
  }

  const lookAll = async () => {
    while (isWanted) {
      isWanted = false
      // The next news, or the next look at the page, tries again.
      await readOn().catch(() => undefined)
    }
  }

  const take = (message: ChatMessage) => {
    const { list, gap } = merge(store.get().list, [message])
    const isFirst = store.get().list.length === 0 && message.seq > 1
    change({ list, ...(message.fromId === otherId ? { typingAt: 0 } : {}), refusal: null })
    if (gap !== null || isFirst) void catchUp()
  }

  return {
    get: store.get,
    use: store.use,
    load(item) {
      about = item
      return load()
    },
    catchUp,
    async loadOlder() {
      const { list, hasOlder, isLoadingOlder } = store.get()
      const [oldest] = list
      if (!hasOlder || isLoadingOlder || !oldest) return
      change({ isLoadingOlder: true })
      try {
        const older = await loadConversation(otherId, { before: oldest.seq })
        change({ list: merge(store.get().list, older.list).list, hasOlder: older.hasMore })
      } catch {
        // It stays offered.
      } finally {
        change({ isLoadingOlder: false })
      }
    },
    handleEvent(event) {
      const { other } = store.get()
      if (event.type === 'chat' && isOurs(event.message)) take(event.message)
      else if (event.type === 'chat-long' && isOurs(event)) void catchUp()
      else if (event.type === 'chat-typing' && event.by === otherId) change({ typingAt: Date.now() })
      else if (event.type === 'chat-read' && event.by === otherId && event.of === ownId && other)
        change({ other: { ...other, readSeq: Math.max(other.readSeq, event.seq) } })
      else if (mayHaveMissedEvents(event)) void catchUp()
    },
    markSeen() {
      const last = store.get().list.findLast(({ fromId }) => fromId === otherId)?.seq ?? 0
      if (last <= seen) return
      const before = seen
      seen = last
      markRead(otherId, last).catch(() => {
        seen = before
      })
    },
  }
}

/** Keeps a known name: an answer for a read without an item contains no name for a stranger. */
function keepName(
  { other: before }: ConversationState,
  { other, list, refusal }: Pick<ChatHistory, 'other' | 'list' | 'refusal'>,
): ChatHistory['other'] {
  const isStranger = refusal !== null && list.length === 0
  return before && isStranger ? { ...other, nickName: before.nickName } : other
}

const lastSeq = (list: readonly ChatMessage[]): number => list.at(-1)?.seq ?? 0
