// Adds accounts to a directory that were approved before the directory was configured: at start, in batches.

import { type Kysely, sql } from 'kysely'
import type { WriteScope } from '#server/content/action.ts'
import { quote } from '#server/content/fields/field-expression.ts'
import { comparable, present } from '#server/content/fields/unique-fields.ts'
import { insertMany } from '#server/content/write/insert-items.ts'
import { toNewRow } from '#server/content/write/persist.ts'
import type { Body } from '#server/content/write/validate.ts'
import { settle, transact } from '#server/content/write/write.ts'
import { SESSION_CHANNEL } from '#server/identity/sessions/session-events.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Services } from '#server/platform/call.ts'
import { liftTimeLimits } from '#server/platform/database/lift-time-limits.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isListedEntry } from '#shared/identity/directory-entry.ts'
import { type DirectoryPlan, directoryOf, findPublicState } from './directory-of.ts'
import { wholeEntry } from './entry-body.ts'
import { bearsName, type ExistingEntry, entryKey } from './existing-entry.ts'
import { linkItems } from './link-items.ts'

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
  // Sessions hold the entries of their accounts.
  if (count > 0) await services.database.notify(SESSION_CHANNEL, '')
  return count
}

async function fillBatch(services: Services, form: string, found: DirectoryPlan, after: string) {
  return transact(services, async (scope) => {
    const transaction = scope.db
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
    if (candidates.length > 0) await enterAll(scope, services, found, candidates)
    return { count: candidates.length, last }
  })
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
  scope: WriteScope,
  services: Services,
  found: DirectoryPlan,
  candidates: readonly Candidate[],
): Promise<void> {
  const { db: transaction, touched } = scope
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
      .map(({ id, body }) =>
        toNewRow({ plan, services }, { id, status: findPublicState(plan.type), ownerId: null, body, now }),
      ),
  )
  await sql`update account set directory_id = t.entry, directory_keeps = t.keeps
    from unnest(${links.map(({ accountId }) => accountId)}::text[], ${links.map(({ id }) => id)}::text[],
      ${links.map(({ isNew }) => isNew)}::boolean[]) as t (account, entry, keeps)
    where account.id = t.account`.execute(transaction)
  const accounts = links.map(({ accountId }) => accountId)
  touched.add(plan.type.name)
  await linkItems(scope, services.model(), plan.type.name, accounts)
  const entry = { actor: null, action: 'directory.backfill', target: plan.type.name, result: 'ok' } as const
  await settle(scope, services, [{ ...entry, detail: { entries: links.length } }])
}

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
