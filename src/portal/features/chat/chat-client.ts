// Makes the calls of the chat.

import { type CallOptions, get, post } from '#portal/core/api/client.ts'
import { addressOf } from '#portal/core/site.ts'
import type { ChatContact, ChatHistory, ChatMessage, MessageKind } from '#shared/calls/chat-answers.ts'

const QUIET: CallOptions = { quiet: true }

export interface NamedPerson {
  readonly dataType: string
  readonly dataId: string
}

export interface HistoryRange extends Partial<NamedPerson> {
  readonly before?: number
  readonly after?: number
  readonly limit?: number
}

interface Outgoing extends Partial<NamedPerson> {
  readonly toId: string
  readonly clientId: string
  readonly msgType: MessageKind
  readonly content: string
  readonly fileId?: string
}

interface MessageReport {
  readonly userId: string
  readonly seq: number
  readonly reason: string
  readonly content?: string
}

/** Loads the list of conversations. The user did not request it: a failed call is made again with the next event. */
export const loadContacts = async (): Promise<readonly ChatContact[]> =>
  (await get<{ readonly list: readonly ChatContact[] }>(addressOf('chat.getOnlineUser'), {}, QUIET)).list

/** Said aloud where the reader opened the talk; what only catches up is quiet. */
export const loadConversation = (
  userId: string,
  range: HistoryRange,
  options: CallOptions = QUIET,
): Promise<ChatHistory> =>
  get<ChatHistory>(addressOf('chat.getHistoryMessage'), { userId, ...range }, options)

export const postMessage = (message: Outgoing): Promise<ChatMessage> =>
  post<ChatMessage>(addressOf('chat.sendmessage'), message, {}, QUIET)

export const markRead = (userId: string, seq: number): Promise<unknown> =>
  post(addressOf('chat.readMessage'), { userId, seq }, {}, QUIET)

export const blockPerson = (userId: string, block: boolean): Promise<unknown> =>
  post(addressOf('chat.blockUser'), { userId, block })

export const reportMessage = (report: MessageReport): Promise<unknown> =>
  post(addressOf('chat.reportMessage'), report)
