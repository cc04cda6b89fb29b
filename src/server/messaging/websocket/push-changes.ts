// Notifies open pages that a content type changed, whichever process changed it.

import type { Services } from '#server/platform/call.ts'
import { canCallOperation } from '#server/platform/operations/access.ts'
import type { Caller } from '#shared/access/roles.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { MenuNode } from '#shared/model/menu.ts'
import type { Model } from '#shared/model/model.ts'
import type { Page } from '#shared/model/page-model.ts'
import { perModel } from '#shared/model/per-model.ts'

interface LiveSockets {
  /** To every socket of whom `isFor` holds. */
  send(isFor: (caller: NonNullable<Caller>) => boolean, message: object): void
}

const CHANNEL = 'content_changed'
/** Changes within this time in milliseconds are sent together. */
const GATHER = 150

/**
 * Sends that something changed, without the content: each page reads again what its user may see. A message may be
 * lost.
 */
export class LiveNews {
  readonly #services: Pick<Services, 'database' | 'cache' | 'model'>
  readonly #sockets: LiveSockets
  readonly #waiting = new Set<string>()
  readonly #stops: (() => unknown)[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(services: Pick<Services, 'database' | 'cache' | 'model'>, sockets: LiveSockets) {
    this.#services = services
    this.#sockets = sockets
  }

  async start(): Promise<void> {
    const { database, cache } = this.#services
    this.#stops.push(await database.listen(CHANNEL, (types) => this.#announce(types.split(','))))
    this.#stops.push(cache.versions.listen((type) => this.#gather(type)))
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    for (const stop of this.#stops) await stop()
  }

  #gather(type: string): void {
    const model = this.#services.model()
    if (!liveTypes(model).has(type) && !managedTypes(model).has(type)) return
    this.#waiting.add(type)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const types = [...this.#waiting]
      this.#waiting.clear()
      // Without the database no message is sent; pages read again when they become visible.
      this.#services.database.notify(CHANNEL, types.join(',')).catch(() => undefined)
    }, GATHER).unref()
  }

  #announce(types: readonly string[]): void {
    const model = this.#services.model()
    for (const type of types) {
      const reading = liveTypes(model).has(type) ? READING : MANAGING
      this.#sockets.send((caller) => mayRead(model, type, caller, reading), { type: 'content', of: type })
    }
  }
}

/** Returns the types that some page follows. */
const liveTypes = perModel(({ pages }: Model): ReadonlySet<string> => new Set(pages.flatMap(followedBy)))

const isCounted = ({ count, children }: MenuNode): boolean => count === true || children.some(isCounted)

/** Returns the types that the console manages, and what else waits, where its menu counts what waits. */
const managedTypes = perModel(
  ({ menu, operations, dictionaries }: Model): ReadonlySet<string> =>
    new Set(
      menu.some(isCounted)
        ? [
            ...operations.flatMap(({ content }) => (content?.action === 'manage' ? [content.type] : [])),
            ...(dictionaries.find(({ name }) => name === DICTIONARY.waitingKinds)?.items ?? []).map(
              ({ value }) => value,
            ),
          ]
        : [],
    ),
)

/** Returns the types that the page itself and the blocks on it follow. */
function followedBy(page: Page): readonly string[] {
  const own = ('live' in page && page.live) || []
  const sections = [...('sections' in page ? page.sections : []), ...('aside' in page ? page.aside : [])]
  return [...own, ...sections.flatMap(({ live = [] }) => live)]
}

/** The actions that read lists; parties of types without a public list use `manage`. */
const READING: ReadonlySet<string> = new Set(['list', 'manage'])
const MANAGING: ReadonlySet<string> = new Set(['manage'])

function mayRead(
  { operations }: Model,
  type: string,
  caller: NonNullable<Caller>,
  reading: ReadonlySet<string>,
): boolean {
  const isOfType = operations.some(({ content }) => content?.type === type)
  return operations.some(
    (operation) =>
      (isOfType
        ? operation.content?.type === type && reading.has(operation.content.action)
        : operation.id === INBOX) && canCallOperation(caller, operation),
  )
}

/** What waits besides items is listed there; which of it, the call itself says. */
const INBOX = 'publishing.queue'
