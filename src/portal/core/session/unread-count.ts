// Owns how much this person has not read yet, as the server tells every tab over the websocket.
import { createStore } from '#portal/core/state/store.ts'
import { subscribeSession } from './session.ts'

const unread = createStore(0)

export const useUnreadCount = unread.use
export const setUnreadCount = unread.set

/** Somebody else's, until the server has told. */
subscribeSession(() => unread.set(0))
