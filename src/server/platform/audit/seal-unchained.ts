// Seals the audit entries outside the chain: one chained entry keeps their count and their digest.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { appendAudit } from './append-audit.ts'
import { hashOf, toPayload } from './chain.ts'

export const SEAL = 'audit.seal'

export interface Unchained {
  readonly entries: number
  readonly digest: string
}

const CHUNK = 1_000

/**
 * Entries written before the chain existed, or past it by a faulty version, cannot be chained any more. After the
 * seal, no change, removal or addition among them goes unnoticed. The seal proves nothing about the time before it.
 */
export async function sealUnchained(db: Kysely<Schema>, at: Date): Promise<void> {
  const { entries, digest } = await digestUnchained(db)
  if (entries === 0) return
  await appendAudit(db, { actor: null, action: SEAL, result: 'ok', detail: { entries, digest } }, at)
}

/** Over ids and contents, in the order of the ids. */
export async function digestUnchained(db: Kysely<Schema>): Promise<Unchained> {
  let [entries, digest, last] = [0, '', Number.MIN_SAFE_INTEGER]
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .select(['id', 'at', 'actor', 'action', 'target', 'result', 'address', 'requestId', 'detail'])
      .where('lane', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(CHUNK)
      .execute()
    for (const row of rows) {
      entries += 1
      last = row.id
      digest = hashOf(digest, row.id, toPayload(row))
    }
    if (rows.length < CHUNK) return { entries, digest }
  }
}
