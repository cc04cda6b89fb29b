// Streams the public changes to all connections of this process: past ones first, then each as it happens.
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/call.ts'
import { type ConnectionLimits, ConnectionSlots } from '#server/platform/limits/connection-slots.ts'
import { Failure } from '#shared/calls/errors.ts'
import { findEnd, isRecorded, numberChanges, readChanges, type StreamPlace } from './change-log.ts'
import { type PublicChange, toPublicChanges } from './public-changes.ts'

/** Milliseconds within which a change by another process is seen. */
const LOOKS_EVERY = 2_000
const BATCH = 200
/** Bytes that wait for one slow reader; it resumes later where it stopped. */
const MAX_WAITING = 256 * 1024
const LIMITS: StreamLimits = { most: 500, perNetwork: 10, openedPerSecond: 1, heartbeat: 20_000 }
/** Milliseconds after which a client connects again. */
const RETRY = 3_000

export interface StreamLimits extends ConnectionLimits {
  /** Milliseconds between the comments that keep a connection open. */
  readonly heartbeat: number
}

interface Opening {
  readonly network: string
  readonly origin: string
  /** Only changes of these types; all without it. */
  readonly types?: ReadonlySet<string> | undefined
  readonly lastEventId?: string | undefined
}

interface Reader extends Opening {
  readonly stream: PassThrough
  /** All up to this position was sent. */
  position: number
  /** False while past changes are sent. */
  isLive: boolean
}

type Needs = Pick<Services, 'db' | 'model' | 'cache'>

/**
 * Nothing is looked up while nobody listens. A change of this process is sent at once, one of another within two
 * seconds; each is read once, however many listen.
 *
 * @example
 * const changes = new ChangeStream(app, services)
 * const stream = await changes.open({ network: '192.0.2.0/24', origin: 'https://portal.example' })
 */
export class ChangeStream {
  readonly #app: FastifyInstance
  readonly #services: Needs
  readonly #readers = new Set<Reader>()
  readonly #slots: ConnectionSlots
  readonly #timers: NodeJS.Timeout[] = []
  readonly #stopListening: () => void
  #position = 0
  #isClosed = false
  #looking: Promise<void> | undefined
  #isStale = false

  constructor(app: FastifyInstance, services: Needs, limits = LIMITS) {
    this.#slots = new ConnectionSlots(limits)
    this.#app = app
    this.#services = services
    this.#stopListening = services.cache.versions.listen(() => void this.#look())
    this.#timers.push(setInterval(() => void this.#look(), LOOKS_EVERY).unref())
    this.#timers.push(setInterval(() => this.#beat(), limits.heartbeat).unref())
  }

  /**
   * Returns the text of the stream. Throws `TOO_MANY_REQUESTS` for too many connections of a network, `UNAVAILABLE`
   * for too many in all, and while the server closes.
   */
  async open(opening: Opening): Promise<PassThrough> {
    if (this.#isClosed) throw new Failure('UNAVAILABLE')
    if (!this.#slots.mayOpen(opening.network, Date.now())) throw new Failure('TOO_MANY_REQUESTS')
    const { db } = this.#services
    await numberChanges(db)
    const end = await findEnd(db)
    if (this.#readers.size === 0) this.#position = end
    const since = await findStart(db, opening.lastEventId)
    // The server may have begun to close meanwhile, and waits for no connection that begins now.
    if (this.#isClosed) throw new Failure('UNAVAILABLE')
    const leave = this.#slots.take(opening.network)
    if (leave === null) throw new Failure('TOO_MANY_REQUESTS')
    const stream = new PassThrough()
    const reader: Reader = { ...opening, stream, position: since ?? end, isLive: false }
    this.#readers.add(reader)
    stream.once('close', () => {
      this.#readers.delete(reader)
      leave()
    })
    stream.on('error', () => undefined)
    stream.write(`retry: ${RETRY}\n\n`)
    if (since === null) stream.write(`event: reset\nid: ${end}\ndata: {}\n\n`)
    // A failure ends the connection; the client resumes where it stopped.
    this.#catchUp(reader).catch(() => stream.end())
    return stream
  }

  /** Resolves when nothing is looked up any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopListening()
    for (const timer of this.#timers) clearInterval(timer)
    for (const { stream } of this.#readers) stream.end()
    // Cut off, as the server waits for every connection; clients go on elsewhere after their last event.
    for (const { stream } of this.#readers) stream.destroy()
    await this.#looking
  }

  /** Sends what is past, until the reader has all that this process has read. */
  async #catchUp(reader: Reader): Promise<void> {
    while (reader.position < this.#position && !reader.stream.destroyed) {
      const { changes, position } = await this.#read(reader.position, this.#position)
      for (const change of changes) send(reader, change)
      reader.position = position
      if (reader.stream.writableNeedDrain) await drained(reader.stream)
    }
    reader.isLive = true
    void this.#look()
  }

  /** One at a time; what happens meanwhile is looked for afterwards. */
  #look(): Promise<void> {
    if (this.#readers.size === 0 || this.#isClosed) return Promise.resolve()
    if (this.#looking) {
      this.#isStale = true
      return this.#looking
    }
    this.#looking = this.#pass()
      // Without the database or under a crowd nothing is sent; the next look repeats it.
      .catch(() => undefined)
      .finally(() => {
        this.#looking = undefined
        if (!this.#isStale) return
        this.#isStale = false
        void this.#look()
      })
    return this.#looking
  }

  async #pass(): Promise<void> {
    const { db } = this.#services
    await numberChanges(db)
    const end = await findEnd(db)
    while (this.#position < end) {
      const { changes, position } = await this.#read(this.#position, end)
      this.#position = position
      for (const reader of this.#readers) {
        if (!reader.isLive) continue
        for (const change of changes) if (change.position > reader.position) send(reader, change)
        reader.position = position
      }
    }
  }

  async #read(
    after: number,
    end: number,
  ): Promise<{ readonly changes: readonly PublicChange[]; readonly position: number }> {
    const { db, model } = this.#services
    const recorded = await readChanges(db, after, BATCH)
    const changes = await toPublicChanges(this.#app, model(), recorded)
    return { changes, position: recorded.at(-1)?.position ?? end }
  }

  #beat(): void {
    for (const { stream } of this.#readers) stream.write(': \n\n')
  }
}

/** Of the event after which the client goes on; null where that is not known any more, undefined without one. */
async function findStart(
  db: Needs['db'],
  lastEventId: string | undefined,
): Promise<number | null | undefined> {
  const place = lastEventId === undefined ? undefined : toPlace(lastEventId)
  if (place === undefined) return lastEventId === undefined ? undefined : null
  return (await isRecorded(db, place)) ? place.position : null
}

const EVENT_ID = /^(\d{1,15})-([0-9a-z]{1,10})$/

function toPlace(text: string): StreamPlace | undefined {
  const [, position, at] = EVENT_ID.exec(text) ?? []
  return position && at ? { position: Number(position), at: new Date(Number.parseInt(at, 36)) } : undefined
}

function send({ stream, types, origin }: Reader, change: PublicChange): void {
  const { event, position, at, type, id, title, address } = change
  if (stream.destroyed || stream.writableEnded || (types && !types.has(type))) return
  const data = { type, id, title, address: `${origin}${address}`, time: at.toISOString() }
  stream.write(
    `id: ${position}-${at.getTime().toString(36)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  )
  if (stream.readableLength + stream.writableLength > MAX_WAITING) stream.destroy()
}

const drained = (stream: PassThrough): Promise<void> =>
  new Promise((resolve) => {
    stream.once('drain', resolve).once('close', resolve)
  })
