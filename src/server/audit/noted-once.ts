// Owns audit entries of what may come in floods: the first of a minute at once, the others as one with their number.
import type { AuditEntry, Services } from '../call.ts'

const SPAN_MS = 60_000
/** Different ones in one span; beyond, they are only counted together. */
const MOST = 500
const OVERFLOW = 'audit.overflow'

interface Noted {
  readonly entry: AuditEntry
  /** Those after the first, which stands in the log already. */
  further: number
}

type Needs = Pick<Services, 'audit'>

export class NotedOnce {
  readonly #services: Needs
  readonly #noted = new Map<string, Noted>()
  #overflow = 0
  #timer: NodeJS.Timeout | undefined

  constructor(services: Needs) {
    this.#services = services
  }

  /** `key` says which entries are alike. Resolves when the first of them is in the log. */
  async note(key: string, entry: AuditEntry): Promise<void> {
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), SPAN_MS).unref()
    const known = this.#noted.get(key)
    if (known) {
      known.further += 1
      return
    }
    if (this.#noted.size >= MOST) {
      this.#overflow += 1
      return
    }
    const noted = { entry, further: 0 }
    this.#noted.set(key, noted)
    try {
      await this.#services.audit(entry)
    } catch (error) {
      this.#noted.delete(key)
      throw error
    }
  }

  /** Ends the span: what was only counted is written. Call before the database is closed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const noted = [...this.#noted.values()].filter(({ further }) => further > 0)
    const overflow = this.#overflow
    this.#noted.clear()
    this.#overflow = 0
    for (const { entry, further } of noted)
      await this.#services.audit({ ...entry, detail: { ...entry.detail, further } })
    if (overflow > 0)
      await this.#services.audit({
        actor: null,
        action: OVERFLOW,
        result: 'ok',
        detail: { further: overflow },
      })
  }
}

const logs = new WeakMap<Services['cache'], NotedOnce>()

/** One for each process, so that its floods are counted together. */
export function notedOnceOf(services: Services): NotedOnce {
  let log = logs.get(services.cache)
  if (!log) {
    log = new NotedOnce(services)
    logs.set(services.cache, log)
  }
  return log
}
