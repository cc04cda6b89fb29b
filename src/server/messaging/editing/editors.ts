// Tells those who may edit an item who else has its form open, at whichever process.
import { randomUUID } from 'node:crypto'
import { findEditorName } from '#server/content/access/find-editor.ts'
import type { Account, Services } from '#server/platform/call.ts'
import { EDITING_LASTS, type EditingNews } from '#shared/calls/editing-news.ts'

const CHANNEL = 'editing'
const RENEWED_EVERY = 20_000

/** One open form, as the processes tell each other. */
interface Opened {
  readonly item: string
  readonly tab: string
  /** Null: it was closed. */
  readonly by: { readonly id: string; readonly name: string } | null
}

interface Editor {
  readonly id: string
  readonly name: string
  /** By the clock of this process. */
  readonly seenAt: number
}

/** A browser of this process, with the item whose form it has open. */
interface Place {
  readonly item: string
  readonly account: Account
  readonly tab: string
}

type Needs = Pick<Services, 'database' | 'db' | 'model' | 'clock'>

/** A lost message does no harm: each process repeats what is open, and forgets what is not repeated. */
export class Editors<Socket> {
  readonly #services: Needs
  readonly #send: (socket: Socket, message: EditingNews) => void
  readonly #places = new Map<Socket, Place>()
  readonly #open = new Map<string, Map<string, Editor>>()
  readonly #timer = setInterval(() => void this.renew().catch(() => undefined), RENEWED_EVERY).unref()
  #deafen: (() => Promise<void>) | undefined

  constructor(services: Needs, send: (socket: Socket, message: EditingNews) => void) {
    this.#services = services
    this.#send = send
  }

  async start(): Promise<void> {
    this.#deafen = await this.#services.database.listen(CHANNEL, (payload) => this.#hear(JSON.parse(payload)))
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#deafen?.()
  }

  /** Of whom may not edit the item, nothing is kept. */
  async enter(socket: Socket, account: Account, item: string): Promise<void> {
    await this.leave(socket)
    const name = await findEditorName(this.#services, account, item)
    if (name === undefined) return
    const place: Place = { item, account, tab: randomUUID() }
    this.#places.set(socket, place)
    this.#tell(socket, place)
    await this.#notify(place, name)
  }

  async leave(socket: Socket): Promise<void> {
    const place = this.#places.get(socket)
    if (place === undefined) return
    this.#places.delete(socket)
    await this.#notify(place, null)
  }

  /** Asks anew who may edit, repeats what is open here, and forgets what other processes no longer repeat. */
  async renew(): Promise<void> {
    for (const [socket, place] of [...this.#places]) {
      const name = await findEditorName(this.#services, place.account, place.item)
      if (this.#places.get(socket) !== place) continue
      if (name === undefined) {
        this.#send(socket, { type: 'editing', item: place.item, names: [] })
        await this.leave(socket)
      } else await this.#notify(place, name)
    }
    const since = this.#services.clock().getTime() - EDITING_LASTS
    for (const [item, tabs] of this.#open) {
      for (const [tab, { seenAt }] of tabs) if (seenAt < since) tabs.delete(tab)
      if (tabs.size === 0) this.#open.delete(item)
    }
    for (const [socket, place] of this.#places) this.#tell(socket, place)
  }

  async #notify({ item, tab, account }: Place, name: string | null): Promise<void> {
    const by = name === null ? null : { id: account.id, name }
    await this.#services.database.notify(CHANNEL, JSON.stringify({ item, tab, by } satisfies Opened))
  }

  #hear({ item, tab, by }: Opened): void {
    const tabs = this.#open.get(item) ?? new Map<string, Editor>()
    const isNews = (by === null) === tabs.has(tab)
    if (by === null) tabs.delete(tab)
    else tabs.set(tab, { ...by, seenAt: this.#services.clock().getTime() })
    if (tabs.size === 0) this.#open.delete(item)
    else this.#open.set(item, tabs)
    if (!isNews) return
    for (const [socket, place] of this.#places) if (place.item === item) this.#tell(socket, place)
  }

  #tell(socket: Socket, { item, account }: Place): void {
    const others = [...(this.#open.get(item)?.values() ?? [])].filter(({ id }) => id !== account.id)
    const names = [...new Map(others.map(({ id, name }) => [id, name])).values()]
    this.#send(socket, { type: 'editing', item, names })
  }
}
