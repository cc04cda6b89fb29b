// Finds the existing entry under a key, its accounts, and compares the names.

import { type Kysely, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import { comparable, present } from '#server/content/fields/unique-fields.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Persisted } from '#server/content/write/record-version.ts'
import type { Body } from '#server/content/write/validate.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { DirectoryPlan } from './directory-of.ts'

export type ExistingEntry = Persisted

export function entryKey({ directory: { key } }: DirectoryPlan, body: Body): string | undefined {
  const value = key === undefined ? undefined : body[key]
  return typeof value === 'string' ? value : undefined
}

/** With `lock` of two who come at once the second finds the first one's entry. */
export async function findExistingEntry(
  db: Kysely<Schema>,
  found: DirectoryPlan,
  body: Body,
  lock = false,
): Promise<ExistingEntry | undefined> {
  const value = entryKey(found, body)
  if (value === undefined) return undefined
  const { type } = found.plan
  const own = sql.raw(comparable(`body ->> ${quote(String(found.directory.key))}`))
  if (lock)
    await sql`select pg_advisory_xact_lock(hashtext(${`directory:${type.name}`}), hashtext(${value}))`.execute(
      db,
    )
  const { rows } = await sql<ExistingEntry>`
    select id, type, status, owner_id, revision, body from item, (values (${value}::text)) as given (value)
    where ${sql.raw(present(type))} and ${own} = ${sql.raw(comparable('given.value'))}
    order by ${sql.raw(found.plan.inPublic)} desc, created_at, id limit 1 ${sql.raw(lock ? 'for update of item' : '')}`.execute(
    db,
  )
  return rows[0]
}

const fold = (name: unknown) =>
  typeof name === 'string' ? name.normalize('NFKC').toLowerCase().replace(/\s/g, '') : ''

/** However it is spaced and whichever brackets it has. */
export function bearsName({ type }: TypePlan, entry: Body, body: Body): boolean {
  return fold(entry[type.heading]) === fold(body[type.heading])
}

/** `“A公司”（账号 a、b 的条目）`, for an operator. */
export async function describeExistingEntry(
  db: Kysely<Schema>,
  { type }: TypePlan,
  known: ExistingEntry,
): Promise<string> {
  const accounts = await db
    .selectFrom('account')
    .select('userName')
    .where('directoryId', '=', known.id)
    .where('status', '!=', ACCOUNT.deleted)
    .orderBy('directoryKeeps', 'desc')
    .orderBy('id')
    .limit(3)
    .execute()
  const names = accounts.map(({ userName }) => userName).join('、')
  return `“${String(known.body[type.heading] ?? '')}”（${names ? `账号 ${names} 的条目` : '由运营人员维护'}）`
}
