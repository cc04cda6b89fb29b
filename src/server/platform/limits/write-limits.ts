// Refuses callers that write too often, counted over all processes, mostly without querying the database.

import { LRUCache } from 'lru-cache'
import type { Account, Services } from '#server/platform/call.ts'
import { GRANTS, isGranted } from '#shared/access/roles.ts'
import { ERRORS, Failure } from '#shared/calls/errors.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { networkOf } from './network-of.ts'
import { giveUsesBack, type QuotaUse, takeLease } from './quota.ts'
import { formatWait } from './require-quota.ts'
import { WRITE_CLASSES, type WriteClassName, writeClassOf } from './write-classes.ts'

interface Lease {
  left: number
  /** Until then it counts, in milliseconds: as a grant, or as a refusal when nothing is left. */
  readonly until: number
}

export interface Writer {
  readonly account: Pick<Account, 'id' | 'role' | 'grants'> | null
  readonly address: string
}

const MAX_KEYS = 20_000
/** An office behind one address, and those who run the portal, need more. */
const MANY = 10
/** So many times the limit of what is taken may be refused for what was sent before that counts as well. */
const REFUSED = 5
/** Statuses of refusals for invalid input, which the sender can correct and send again. */
const MENDABLE: ReadonlySet<number> = new Set([400, 413, 415])

export class WriteLimits {
  readonly #services: Pick<Services, 'db' | 'clock'>
  /** Of the limits in the table; null takes them away. */
  readonly #factor: number | null
  readonly #leases = new LRUCache<string, Lease>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 })
  readonly #fetching = new Map<string, Promise<unknown>>()

  constructor(services: Pick<Services, 'db' | 'clock'>, factor: number | null) {
    this.#services = services
    this.#factor = factor
  }

  /** Throws `TOO_MANY_REQUESTS` with the seconds to wait. */
  async take(operation: Pick<Operation, 'id' | 'content' | 'writes'>, writer: Writer): Promise<void> {
    const name = this.#factor === null ? undefined : writeClassOf(operation)
    if (name === undefined) return
    const wait = await this.#takeOne(name, writer)
    if (wait === 0) return
    throw new Failure('TOO_MANY_REQUESTS', {
      message: `${WRITE_CLASSES[name].title}过于频繁，请 ${formatWait(wait)}后再试`,
      data: { wait },
    })
  }

  /** Returns a use after `take` if the call ended in a refusal that the sender can correct. */
  async giveBack(
    operation: Pick<Operation, 'id' | 'content' | 'writes'>,
    writer: Writer,
    error: unknown,
  ): Promise<void> {
    const name = this.#factor === null ? undefined : writeClassOf(operation)
    if (name === undefined || !(error instanceof Failure) || !MENDABLE.has(ERRORS[error.error].status)) return
    const now = this.#services.clock()
    const key = keyOf(name, writer)
    const { granted } = await takeLease(
      this.#services.db,
      this.#usesOf(name, writer, { key: `${key}:refused`, times: REFUSED }),
      1,
      now,
    )
    if (granted === 0) return
    const known = this.#leases.get(key)
    if (known && known.left > 0 && known.until > now.getTime()) known.left += 1
    else {
      this.#leases.delete(key)
      await giveUsesBack(this.#services.db, this.#usesOf(name, writer, { key }))
    }
  }

  #usesOf(
    name: WriteClassName,
    { account }: Writer,
    { key, times = 1 }: { readonly key: string; readonly times?: number },
  ): QuotaUse[] {
    const factor =
      times * (this.#factor ?? 1) * (account === null || isGranted(account, GRANTS.moderate) ? MANY : 1)
    return WRITE_CLASSES[name].limits.map(({ most, span }, index) => ({
      key: `${key}:${index}`,
      limit: { most: Math.max(1, Math.round(most * factor)), span },
    }))
  }

  async #takeOne(name: WriteClassName, writer: Writer): Promise<number> {
    const key = keyOf(name, writer)
    for (;;) {
      const now = this.#services.clock()
      const known = this.#leases.get(key)
      if (known && known.until > now.getTime()) {
        if (known.left === 0) return toSeconds(known.until - now.getTime())
        known.left -= 1
        if (known.left === 0) this.#leases.delete(key)
        return 0
      }
      const pending = this.#fetching.get(key)
      if (pending === undefined) return this.#fetch(key, name, writer, now)
      // Calls at the same time share a lease: one that replaced another would lose what is left of it.
      await pending.catch(() => undefined)
    }
  }

  async #fetch(key: string, name: WriteClassName, writer: Writer, now: Date): Promise<number> {
    const uses = this.#usesOf(name, writer, { key })
    const taking = takeLease(this.#services.db, uses, WRITE_CLASSES[name].lease, now).then((lease) => {
      const { granted, until } = lease
      if (granted !== 1) this.#leases.set(key, { left: Math.max(0, granted - 1), until })
      return lease
    })
    // A lease of one use is not shared.
    const isShared = WRITE_CLASSES[name].lease > 1
    if (isShared) this.#fetching.set(key, taking)
    const { granted, until } = await taking.finally(() => isShared && this.#fetching.delete(key))
    return granted > 0 ? 0 : toSeconds(until - now.getTime())
  }
}

const keyOf = (name: WriteClassName, { account, address }: Writer): string =>
  `write:${name}:${account?.id ?? networkOf(address)}`

const toSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000))
