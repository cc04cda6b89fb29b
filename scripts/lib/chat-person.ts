// Simulates one user of the chat test: writes, listens on a socket that is cut now and then, records messages.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type ChatHistory, type ChatMessage, type ChatNews, merge } from '#shared/calls/chat-answers.ts'

export interface Side {
  readonly id: string
  readonly otherId: string
  readonly token: string
  /** Addresses of the servers that may be asked now. */
  urls(): readonly string[]
}

type News = ChatNews | { readonly type: 'missed' } | { readonly type: 'session' }

const LIMIT = 200
const AGAIN = 40
const ANSWER_WITHIN = 10_000

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

export class Person {
  readonly #side: Side
  #list: readonly ChatMessage[] = []
  #socket: WebSocket | undefined
  #isOver = false
  #reading: Promise<void> | undefined
  #isWanted = false
  /** How often a connection was lost, and a message was sent again. */
  cuts = 0
  repeats = 0

  constructor(side: Side) {
    this.#side = side
  }

  get list(): readonly ChatMessage[] {
    return this.#list
  }

  /** Connects for as long as the proof lasts, each time to any of the servers. */
  async listen(): Promise<void> {
    while (!this.#isOver) {
      await this.#hearOnce()
      if (!this.#isOver) await sleep(AGAIN * (0.5 + Math.random()))
    }
  }

  cut(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.cuts += 1
    this.#socket.terminate()
  }

  stop(): void {
    this.#isOver = true
    this.#socket?.terminate()
  }

  /** One after the other, each until a server has said that it is stored; answers their ids in this order. */
  async write(texts: readonly string[]): Promise<string[]> {
    const ids: string[] = []
    for (const content of texts) {
      const clientId = randomUUID()
      await this.#insist(() =>
        this.#call('POST', '/messageInfo/sendmessage', { toId: this.#side.otherId, clientId, content }),
      )
      ids.push(clientId)
    }
    return ids
  }

  async #hearOnce(): Promise<void> {
    const url = pick(this.#side.urls())
    if (url === undefined) return
    const socket = new WebSocket(`${url.replace('http', 'ws')}/websocket`)
    this.#socket = socket
    socket.on('open', () => socket.send(JSON.stringify({ type: 'session', token: this.#side.token })))
    socket.on('message', (data) => this.#hear(JSON.parse(String(data)) as News))
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      socket.on('error', () => socket.terminate())
    })
  }

  #hear(news: News): void {
    if (news.type === 'chat') {
      const isEmpty = this.#list.length === 0 && news.message.seq > 1
      const { list, gap } = merge(this.#list, [news.message])
      this.#list = list
      if (gap !== null || isEmpty) this.#readOn()
    } else if (news.type === 'missed' || news.type === 'session' || news.type === 'chat-long') this.#readOn()
  }

  /** Once at a time; what is heard meanwhile is followed by one more look. */
  #readOn(): void {
    this.#isWanted = true
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined
    })
  }

  async #readAll(): Promise<void> {
    while (this.#isWanted && !this.#isOver) {
      this.#isWanted = false
      for (let hasMore = true; hasMore && !this.#isOver; ) {
        const first = this.#list[0]?.seq === 1 ? merge(this.#list, []).gap : 0
        const after = first ?? this.#list.at(-1)?.seq ?? 0
        const query = new URLSearchParams({
          userId: this.#side.otherId,
          after: `${after}`,
          limit: `${LIMIT}`,
        })
        const answer = await this.#insist(() =>
          this.#call<ChatHistory>('GET', `/messageInfo/getHistoryMessage?${query}`),
        )
        if (!answer) return
        this.#list = merge(this.#list, answer.list).list
        hasMore = answer.hasMore
      }
    }
  }

  /** Undefined once the proof is over. */
  async #insist<T>(attempt: () => Promise<T>): Promise<T | undefined> {
    while (!this.#isOver) {
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof Refused) throw error
        this.repeats += 1
        await sleep(AGAIN * (0.5 + Math.random()))
      }
    }
    return undefined
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${pick(this.#side.urls())}${path}`, {
      method,
      headers: { token: this.#side.token, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(ANSWER_WITHIN),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T }
    if (code === 0) return data
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
      throw new Refused(`${path}: ${msg}`)
    throw new Error(msg)
  }
}

/** An error that no retry resolves. */
class Refused extends Error {}
