// Limits floods of audit entries: writes the first of a minute at once and the others as one entry with their count.
import type { AuditEntry, Services } from '#server/platform/call.ts'
import { perModel } from '#shared/model/per-model.ts'

const SPAN_MS = 60_000
/** Entries of crowds in one span; beyond, they are only counted together. */
const MAX_ENTRIES = 500
/** Maximum of entries of one crowd, so that a single crowd cannot use up the capacity of all. */
const MAX_OF_CROWD = 50
const OVERFLOW = 'audit.overflow'

interface Noted {
  readonly entry: AuditEntry
  /** The number of entries after the first, which is already in the log. */
  further: number
}

type Needs = Pick<Services, 'audit'>

export class NotedOnce {
  readonly #services: Needs
  readonly #noted = new Map<string, Noted>()
  readonly #crowds = new Map<string, number>()
  #taken = 0
  #overflow = 0
  #timer: NodeJS.Timeout | undefined

  constructor(services: Needs) {
    this.#services = services
  }

  /**
   * `key` says which entries are alike; resolves when the first of them is in the log. A `crowd` is who may cause ever
   * new ones: what goes beyond its room is counted. Without one every entry is written.
   */
  async note(key: string, entry: AuditEntry, crowd?: string): Promise<void> {
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), SPAN_MS).unref()
    const known = this.#noted.get(key)
    if (known) {
      known.further += 1
      return
    }
    if (crowd !== undefined && !this.#hasRoom(crowd)) {
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

  #hasRoom(crowd: string): boolean {
    const count = this.#crowds.get(crowd) ?? 0
    if (count >= MAX_OF_CROWD || this.#taken >= MAX_ENTRIES) return false
    this.#crowds.set(crowd, count + 1)
    this.#taken += 1
    return true
  }

  /** Ends the span: what was only counted is written. Call before the database is closed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const noted = [...this.#noted.values()].filter(({ further }) => further > 0)
    const overflow = this.#overflow
    this.#noted.clear()
    this.#crowds.clear()
    this.#taken = 0
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

const logOf = perModel((audit: Services['audit']) => new NotedOnce({ audit }))

/** One for each process, so that its floods are counted together. */
export const notedOnceOf = ({ audit }: Needs): NotedOnce => logOf(audit)
