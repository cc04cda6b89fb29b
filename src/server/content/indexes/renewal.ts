// Renews what is derived from items (counts, waiting lists, search vectors, parameter columns) in the background. Runs one renewal at a
// time and ends it before the database is closed.

import { type Kysely, sql } from 'kysely'
import { moveUpAll } from '#server/content/workflow/move-up.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { renewParameters } from './renew-parameters.ts'
import { renewVectors } from './renew-vectors.ts'

/** Of processes that start together one folds. */
const FOLD_LOCK = 7_318_207

/** A large database takes minutes, in which older items are found as they were before. */
export class Renewal {
  readonly #services: Services
  #ending = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(services: Services) {
    this.#services = services
  }

  /** Ends the one that runs, whose configuration is no longer the present one. */
  begin(): void {
    this.#ending.abort()
    const ending = new AbortController()
    this.#ending = ending
    this.#running = this.#running
      .then(() => foldCounts(this.#services.db))
      .catch((error: unknown) => console.error('未能合并条目计数：', error))
      .then(() => renewParameters(this.#services, ending.signal))
      .catch((error: unknown) => console.error('未能更新参数索引：', error))
      .then(() => moveUpAll(this.#services, ending.signal))
      .catch((error: unknown) => console.error('未能递补候补的内容：', error))
      .then(() => renewVectors(this.#services, ending.signal))
      .then(
        () => undefined,
        (error: unknown) => console.error('未能更新检索索引：', error),
      )
  }

  /** Resolves when none runs any more. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#running
  }
}

/** Rows that somebody is writing are left for the next time. */
export async function foldCounts(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(FOLD_LOCK)})`.execute(transaction)
    await sql`with picked as (
        select type, field, status, category, value, writer from item_count where writer <> 0 for update skip locked),
      gone as (
        delete from item_count using picked where item_count.type = picked.type and item_count.field = picked.field
          and item_count.status = picked.status and item_count.category = picked.category
          and item_count.value = picked.value and item_count.writer = picked.writer returning item_count.*)
      insert into item_count as kept (type, field, status, category, value, writer, n, total)
        select type, field, status, category, value, 0, sum(n), sum(total) from gone group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
        on conflict (type, field, status, category, value, writer) do update
          set n = kept.n + excluded.n, total = kept.total + excluded.total`.execute(transaction)
  })
}
