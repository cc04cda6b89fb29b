// Owns the refusal of whoever writes too often, counted over all processes, mostly without asking the database.

import type { Operation } from '../../shared/content-model.ts'
import { Failure } from '../../shared/errors.ts'
import { takeLease } from '../accounts/quota.ts'
import { toWaitWords } from '../accounts/require-quota.ts'
import { BoundedMap } from '../cache/bounded-map.ts'
import type { Account, Services } from '../call.ts'
import { networkOf } from '../http/network-of.ts'
import { WRITE_CLASSES, type WriteClassName, writeClassOf } from './write-classes.ts'

interface Lease {
  left: number
  /** Until then it counts, in milliseconds: as a grant, or as a refusal when nothing is left. */
  readonly until: number
}

export interface Writer {
  readonly account: Pick<Account, 'id' | 'role'> | null
  readonly address: string
}

const MOST_KEYS = 20_000
/** An office behind one address, and those who run the portal, need more. */
const MANY = 10

export class WriteLimits {
  readonly #services: Pick<Services, 'db' | 'clock'>
  /** Of the limits in the table; null takes them away. */
  readonly #factor: number | null
  readonly #leases = new BoundedMap<Lease>(MOST_KEYS)

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
      message: `${WRITE_CLASSES[name].title}过于频繁，请 ${toWaitWords(wait)}后再试`,
      data: { wait },
    })
  }

  async #takeOne(name: WriteClassName, { account, address }: Writer): Promise<number> {
    const { limits, lease: most } = WRITE_CLASSES[name]
    const key = `write:${name}:${account?.id ?? networkOf(address)}`
    const now = this.#services.clock()
    const known = this.#leases.get(key)
    if (known && known.until > now.getTime()) {
      if (known.left === 0) return toSeconds(known.until - now.getTime())
      known.left -= 1
      if (known.left > 0) return 0
      this.#leases.delete(key)
      return 0
    }
    const times = (this.#factor ?? 1) * (account === null || account.role === 'operator' ? MANY : 1)
    const uses = limits.map(({ most, span }, index) => ({
      key: `${key}:${index}`,
      limit: { most: Math.max(1, Math.round(most * times)), span },
    }))
    const { granted, until } = await takeLease(this.#services.db, uses, most, now)
    if (granted !== 1) this.#leases.set(key, { left: Math.max(0, granted - 1), until }, 1)
    return granted > 0 ? 0 : toSeconds(until - now.getTime())
  }
}

const toSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000))
