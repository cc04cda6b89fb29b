// Declares the answers of the chat's calls, the events that browsers receive, and the order of messages.

const MESSAGE_KINDS = ['text', 'image', 'file', 'resource'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** The item that a talk began from; null where the reader may not see it any more. */
export interface ChatItem {
  readonly dataType: string
  readonly dataId: string
  readonly title: string | null
}

export interface ChatFile {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly url: string
}

export interface ChatMessage {
  /** Number within its conversation, from 1 without gaps. */
  readonly seq: number
  readonly fromId: string
  readonly toId: string
  /** As its browser called it, so that it knows it again. */
  readonly clientId: string
  readonly msgType: MessageKind
  readonly content: string
  readonly sendTime: string
  readonly file?: ChatFile
  readonly item?: ChatItem
}

/** Another person in the list of conversations. */
export interface ChatContact {
  readonly userId: string
  readonly nickName: string
  readonly online: boolean
  readonly unread: number
  /** Of the last message. */
  readonly lastTime: string | null
  readonly lastContent: string
  readonly lastSeq: number
}

export interface ChatHistory {
  readonly other: {
    readonly userId: string
    readonly nickName: string
    readonly online: boolean
    /** True if the account has left the portal. */
    readonly gone: boolean
    /** The last message that the other person has seen. */
    readonly readSeq: number
    /** True if the caller takes no messages from that person. */
    readonly blocked: boolean
  }
  /** In their order. */
  readonly list: readonly ChatMessage[]
  /** True if there are older messages, or newer ones if those after a number were requested. */
  readonly hasMore: boolean
  /** The item from which the chat was to begin; null if none was named, or if the caller may not read it. */
  readonly item: ChatItem | null
  /** The reason why the caller may not write now, in words. */
  readonly refusal: string | null
}

/** An event of the chat for browsers. Each can be read again, so a missed one does no harm. */
export type ChatNews =
  | { readonly type: 'chat'; readonly message: ChatMessage }
  /** The message is too long for an event and has to be read by a call. */
  | { readonly type: 'chat-long'; readonly fromId: string; readonly toId: string; readonly seq: number }
  /** `by` has seen what `of` wrote, up to this number. */
  | { readonly type: 'chat-read'; readonly by: string; readonly of: string; readonly seq: number }
  | { readonly type: 'chat-typing'; readonly by: string }

/**
 * Merges messages into a conversation, sorted by number and each once. `gap` is the number after which messages are
 * missing, so that they can be loaded from there; null if there is no gap.
 *
 * @example
 * merge([first], [third]).gap // → 1
 * merge([first], [first]).list.length // → 1
 */
export function merge(
  known: readonly ChatMessage[],
  come: readonly ChatMessage[],
): { readonly list: readonly ChatMessage[]; readonly gap: number | null } {
  const bySeq = new Map([...known, ...come].map((message) => [message.seq, message]))
  const list = [...bySeq.values()].sort((first, second) => first.seq - second.seq)
  const at = list.findIndex((message, index) => index > 0 && message.seq !== (list[index - 1]?.seq ?? 0) + 1)
  return { list, gap: at < 0 ? null : (list[at - 1]?.seq ?? null) }
}
