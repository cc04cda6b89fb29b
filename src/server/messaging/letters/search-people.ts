// Finds people to write to by name or unit; results contain neither login names nor numbers.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isAnonymous } from '#server/content/fields/anonymity.ts'
import { isOpenRow } from '#server/content/fields/open-states.ts'
import { ORGANISATION_FIELDS, UNIT_FIELDS } from '#server/identity/registration/application.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Call } from '#server/platform/call.ts'
import { readInteger, readText } from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch, toContaining } from '#server/platform/text/match-texts.ts'
import { toPaged } from '#shared/calls/envelope.ts'
import type { Model } from '#shared/model/model.ts'

const MAX_PEOPLE = 50
const USUAL_PEOPLE = 20

interface Person {
  readonly id: string
  readonly name: string
  readonly unit: string | null
  readonly role: string
}

interface Wanted {
  /** Part of a name or of a unit. */
  readonly word?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly limit: number
}

const answersOf = (fields: readonly string[]): RawBuilder<unknown> =>
  sql`coalesce(${sql.join(fields.map((field) => sql`nullif(account.application->>${sql.lit(field)}, '')`))})`

/** The unit of the person; for an organisation its own name. */
const UNIT = sql`nullif(${answersOf(UNIT_FIELDS)}, account.name)`

/** True where either has written to the other. */
const hasWritten = (userId: string): RawBuilder<unknown> => sql`exists (
  select from message join message_copy copy on copy.message_id = message.id
  where (message.sender_id = ${userId} and copy.user_id = account.id)
    or (message.sender_id = account.id and copy.user_id = ${userId}))`

/**
 * Selects the findable accounts: organisations, staff, accounts in a public directory, publishers under their own
 * name, and correspondents of the caller. Other private persons are not findable.
 */
function isFindable(model: Model, userId: string): RawBuilder<unknown> {
  const staff = model.roles.filter(({ registers }) => registers === undefined).map(({ name }) => name)
  const isStaff = staff.length > 0 ? sql`account.role in (${sql.join(staff)})` : sql`false`
  return sql`(${isStaff}
    or account.name = ${answersOf(ORGANISATION_FIELDS)}
    or exists (select from item where item.id = account.directory_id and ${sql.raw(isOpenRow(model, 'item'))})
    or exists (select from item where item.owner_id = account.id and ${sql.raw(isOpenRow(model, 'item'))}
      and ${sql.raw(isAnonymous(model, 'item'))} is not true)
    or ${hasWritten(userId)})`
}

export async function findPeople(
  db: Kysely<Schema>,
  model: Model,
  userId: string,
  { word, ids, limit }: Wanted,
): Promise<readonly Person[]> {
  const pattern = toContaining(word ?? '')
  const isMeant = ids
    ? sql`account.id = any(${ids}::text[])`
    : word
      ? textsMatch([sql`account.name`, UNIT], word, lexiconOf(model))
      : hasWritten(userId)
  const { rows } =
    await sql<Person>`select account.id, account.name, ${UNIT} as unit, account.role from account
    where account.status = ${ACCOUNT.active} and account.id <> ${userId} and ${isMeant} and ${isFindable(model, userId)}
    order by account.name ilike ${pattern} desc, length(account.name), account.name, account.id
    limit ${limit}`.execute(db)
  return rows
}

/** Without keywords the caller's correspondents are returned. */
export async function searchReceivers({ services, params, caller }: Call): Promise<unknown> {
  const { id } = requireSignedIn(caller)
  const limit = readInteger(params, 'limit', { min: 1, max: MAX_PEOPLE }) ?? USUAL_PEOPLE
  const word = readText(params, 'keyWord')
  const ids = readText(params, 'ids')?.split(',').slice(0, MAX_PEOPLE)
  const people = await findPeople(services.db, services.model(), id, { word, ids, limit })
  return toPaged(people, people.length, { page: 1, limit })
}
