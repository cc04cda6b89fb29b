// Fills an empty database with the samples of the configuration.
import { sql } from 'kysely'
import { renewVectors } from '#server/content/indexes/renew-vectors.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { insertMany } from '#server/content/write/insert-items.ts'
import { bumpVersion } from '#server/platform/cache/content-versions.ts'
import type { Services } from '#server/platform/call.ts'
import { liftTimeLimits } from '#server/platform/database/lift-time-limits.ts'
import { sealItem } from '#server/platform/secrets/seal-fields.ts'
import { bulkLoad } from './bulk-load.ts'
import type { Sample } from './sample.ts'
import { ensureAccounts, entriesOf } from './sample-accounts.ts'
import { insertSampleFiles, type SampleFiles, storeSampleFiles } from './sample-files.ts'
import { countComments, insertComments, insertInterest, insertLikes } from './sample-reactions.ts'
import { toSeedRow } from './sample-row.ts'

/** Any constant will do; of processes that start together one seeds and the others wait. */
const LOCK = 7_318_206

/** All samples or none; returns how many items there are new. Create demo accounts before, to give them the samples. */
export async function seedWhenEmpty(
  { database, db, model, clock, cache }: Services,
  files?: SampleFiles,
): Promise<number> {
  if (!(await isEmpty(db))) return 0
  const compiled = model()
  const now = clock()
  const samples = Object.entries(compiled.samples) as [string, readonly Sample[]][] // checked with the configuration
  const stored = await storeSampleFiles(samples, files)
  const count = await db.transaction().execute(async (transaction) => {
    await liftTimeLimits(transaction)
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
    if (!(await isEmpty(transaction))) return 0
    // Nothing is there to renew: the next start knows that this program made all vectors.
    await renewVectors({ db: transaction, model, cache })
    const entries = entriesOf(compiled.contentTypes, samples)
    const owners = await ensureAccounts(transaction, compiled.roles, namesIn(samples), entries)
    await insertSampleFiles(transaction, stored, owners)
    const types = samples.map(([name]) => name)
    const total = await bulkLoad(transaction, { kind: database.kind, model: compiled, types }, async () => {
      let total = 0
      for (const [name, rows] of samples) {
        const plan = findPlan(compiled, name)
        if (!plan) continue
        const seeded = rows
          .map((sample) => toSeedRow(plan, sample, owners, now, stored))
          .map((row) => ({ ...row, body: sealItem({ database }, plan.type, row.body) }))
        await insertMany(transaction, seeded)
        await insertComments(transaction, rows, seeded, owners, now)
        total += seeded.length
      }
      await countComments(transaction)
      return total
    })
    await insertLikes(transaction)
    await insertInterest(transaction, now)
    await bumpVersion(transaction, ...samples.map(([name]) => name))
    return total
  })
  if (count === 0) {
    // Another process has seeded meanwhile, with copies of its own.
    for (const { id } of stored.values()) await files?.store.remove(id)
    return 0
  }
  for (const name of Object.keys(compiled.samples)) cache.changed(name)
  await database.vacuumAnalyze()
  return count
}

async function isEmpty(db: Services['db']): Promise<boolean> {
  return (await db.selectFrom('item').select('id').limit(1).executeTakeFirst()) === undefined
}

function namesIn(samples: readonly (readonly [string, readonly Sample[]])[]): string[] {
  const rows = samples.flatMap(([, list]) => list)
  const names = rows.flatMap(({ _owner, _account, _comments }) =>
    [_owner ?? [], _account ?? [], (_comments ?? []).map(({ by }) => by)].flat(),
  )
  return [...new Set(names)]
}
