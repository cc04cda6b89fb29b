// Tracks the online accounts: those with an open browser connected to any server process.
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const RENEWED_EVERY = 30_000
/** Longer than the renewal interval, so that a busy process loses no account. */
const LASTS = 75_000

/** SQL: whether the account `id` is online at `now`. */
export const isOnline = (id: string, now: Date) =>
  sql<boolean>`exists (select from presence where presence.account_id = ${sql.ref(id)}
    and presence.seen_at > ${new Date(now.getTime() - LASTS)})`

export async function isOnlineNow({ db, clock }: Needs, accountId: string): Promise<boolean> {
  const seen = await db
    .selectFrom('presence')
    .select('accountId')
    .where('accountId', '=', accountId)
    .where('seenAt', '>', new Date(clock().getTime() - LASTS))
    .limit(1)
    .executeTakeFirst()
  return seen !== undefined
}

type Needs = Pick<Services, 'db' | 'clock'>

export class Presence {
  readonly #services: Needs
  readonly #here: () => Iterable<string>
  readonly #process = randomUUID()
  readonly #timer = setInterval(() => void this.#renew().catch(() => undefined), RENEWED_EVERY).unref()

  /** `here` names the accounts that have a browser open at this process. */
  constructor(services: Needs, here: () => Iterable<string>) {
    this.#services = services
    this.#here = here
  }

  async enter(accountId: string): Promise<void> {
    await write(this.#services.db, this.#process, [accountId], this.#services.clock())
  }

  async leave(accountId: string): Promise<void> {
    await this.#services.db
      .deleteFrom('presence')
      .where((eb) => eb.and({ accountId, processId: this.#process }))
      .execute()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#services.db.deleteFrom('presence').where('processId', '=', this.#process).execute()
  }

  /** Rows of processes that died are cleaned up by those that live. */
  async #renew(): Promise<void> {
    const { db, clock } = this.#services
    const now = clock()
    const accounts = [...new Set(this.#here())]
    if (accounts.length > 0) await write(db, this.#process, accounts, now)
    await db
      .deleteFrom('presence')
      .where('seenAt', '<', new Date(now.getTime() - 2 * LASTS))
      .execute()
  }
}

async function write(
  db: Kysely<Schema>,
  processId: string,
  accounts: readonly string[],
  seenAt: Date,
): Promise<void> {
  await db
    .insertInto('presence')
    .values(accounts.map((accountId) => ({ accountId, processId, seenAt })))
    .onConflict((conflict) => conflict.columns(['accountId', 'processId']).doUpdateSet({ seenAt }))
    .execute()
}
