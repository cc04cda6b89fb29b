// Adds accounts to a directory that were approved before the directory was configured: at start, in batches.

import { type Kysely, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import { comparable, present } from '#server/content/fields/unique-fields.ts'
import { toColumns } from '#server/content/items/item-columns.ts'
import { insertMany } from '#server/content/write/insert-items.ts'
import type { Body } from '#server/content/write/validate.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { bumpVersion } from '#server/platform/cache/content-versions.ts'
import type { Services } from '#server/platform/call.ts'
import { liftTimeLimits } from '#server/platform/database/lift-time-limits.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { sealItem } from '#server/platform/secrets/seal-fields.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isListedEntry } from '#shared/identity/directory-entry.ts'
import { type DirectoryPlan, directoryOf, findPublicState } from './directory-of.ts'
import { wholeEntry } from './entry-body.ts'
import { bearsName, type ExistingEntry, entryKey } from './existing-entry.ts'
import { linkItemsOf } from './link-items.ts'

const BATCH = 500
/** Any constant will do; processes that start together take turns. */
const LOCK = 7_318_209

interface Candidate {
  readonly accountId: string
  readonly body: Body
}

/** Answers how many accounts got an entry. Running it again does nothing; answers that make no entry are passed over. */
export async function fillDirectories(services: Services): Promise<number> {
  let count = 0
  for (const { id, directory } of services.model().forms) {
    const found = directory && directoryOf(services.model(), id)
    if (!found) continue
    for (let after = ''; ; ) {
      const done = await fillBatch(services, id, found, after)
      if (done === null) break
      count += done.count
      after = done.last
    }
  }
  return count
}

async function fillBatch(services: Services, form: string, found: DirectoryPlan, after: string) {
  const { name } = found.plan.type
  const done = await services.db.transaction().execute(async (transaction) => {
    await liftTimeLimits(transaction)
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
    const rows = await transaction
      .selectFrom('account')
      .select(['id', 'application'])
      .where((eb) => eb.and({ form, status: ACCOUNT.active, black: false }))
      .where('directoryId', 'is', null)
      .where('application', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .forUpdate()
      .execute()
    const last = rows.at(-1)?.id
    if (last === undefined) return null
    const candidates = await sameNames(
      transaction,
      found,
      rows.flatMap(({ id, application }) => toCandidate(services, found, id, application ?? {})),
    )
    const topics = candidates.length > 0 ? await enterAll(transaction, services, found, candidates) : []
    return { count: candidates.length, last, topics }
  })
  for (const topic of new Set([...(done?.topics ?? []), ...(done?.count ? [name] : [])]))
    services.cache.changed(topic)
  return done
}

function toCandidate(
  services: Services,
  found: DirectoryPlan,
  accountId: string,
  application: JsonObject,
): readonly Candidate[] {
  if (!isListedEntry(found.directory, application)) return []
  try {
    return [{ accountId, body: wholeEntry(services, found, application) }]
  } catch (error) {
    if (error instanceof Failure) return []
    throw error
  }
}

/** Skips accounts whose entry has another name, or the name of another candidate: an operator must check these. */
async function sameNames(
  transaction: Kysely<Schema>,
  found: DirectoryPlan,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const bodies = new Map(
    (await findAll(transaction, found, candidates)).map(([key, { body }]) => [key, body]),
  )
  return candidates.filter(({ body }) => {
    const key = entryKey(found, body)
    const first = key === undefined ? body : (bodies.get(key) ?? body)
    if (key !== undefined) bodies.set(key, first)
    return bearsName(found.plan, first, body)
  })
}

async function enterAll(
  transaction: Kysely<Schema>,
  services: Services,
  found: DirectoryPlan,
  candidates: readonly Candidate[],
): Promise<readonly string[]> {
  const { plan } = found
  const now = services.clock()
  const known = await findAll(transaction, found, candidates)
  const ids = new Map(known.map(([key, { id }]) => [key, id]))
  const links = candidates.map(({ accountId, body }) => {
    const key = entryKey(found, body) ?? accountId
    const isNew = !ids.has(key)
    const id = ids.get(key) ?? newId(now)
    ids.set(key, id)
    return { accountId, body, id, isNew }
  })
  await insertMany(
    transaction,
    links
      .filter(({ isNew }) => isNew)
      .map(({ id, body }) => {
        const columns = toColumns(plan, body)
        const row = {
          ...columns,
          id,
          type: plan.type.name,
          status: findPublicState(plan.type),
          ownerId: null,
        }
        return {
          ...row,
          body: sealItem(services, plan.type, body),
          ...UNSEEN,
          publishedAt: now,
          createdAt: now,
        }
      }),
  )
  await sql`update account set directory_id = t.entry, directory_keeps = t.keeps
    from unnest(${links.map(({ accountId }) => accountId)}::text[], ${links.map(({ id }) => id)}::text[],
      ${links.map(({ isNew }) => isNew)}::boolean[]) as t (account, entry, keeps)
    where account.id = t.account`.execute(transaction)
  const accounts = links.map(({ accountId }) => accountId)
  const linked = await linkItemsOf(transaction, services.model(), plan.type.name, accounts)
  const entry = { actor: null, action: 'directory.backfill', target: plan.type.name, result: 'ok' } as const
  await services.audit({ ...entry, detail: { entries: links.length } }, transaction)
  const topics = [plan.type.name, ...linked]
  await bumpVersion(transaction, ...topics)
  return topics
}

const UNSEEN = { viewCount: 0, likeCount: 0 }

/** The entries that are there already, by key. */
async function findAll(
  transaction: Kysely<Schema>,
  found: DirectoryPlan,
  candidates: readonly Candidate[],
): Promise<readonly (readonly [string, Pick<ExistingEntry, 'id' | 'body'>])[]> {
  const { key } = found.directory
  const values = candidates.flatMap(({ body }) => entryKey(found, body) ?? [])
  if (key === undefined || values.length === 0) return []
  const { type } = found.plan
  const own = sql.raw(comparable(`body ->> ${quote(key)}`))
  const { rows } = await sql<{ id: string; body: Body; value: string }>`
    select distinct on (given.value) id, body, given.value from item, unnest(${values}::text[]) as given (value)
    where ${sql.raw(present(type))} and ${own} = ${sql.raw(comparable('given.value'))}
    order by given.value, ${sql.raw(found.plan.inPublic)} desc, created_at, id`.execute(transaction)
  return rows.map(({ id, body, value }) => [value, { id, body }] as const)
}
