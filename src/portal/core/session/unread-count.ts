// Stores the number of unread notices and messages, as the server sends it to every tab over the websocket.
import { createStore } from '#portal/core/state/store.ts'
import { subscribeSession } from './session.ts'

const unread = createStore(0)

export const useUnreadCount = unread.use
export const setUnreadCount = unread.set

/** A new session starts with zero until the server sends its count; the old count belongs to another account. */
subscribeSession(() => unread.set(0))
