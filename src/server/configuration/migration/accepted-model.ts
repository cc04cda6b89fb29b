// Stores and loads the configuration that the portal last accepted and under which its records were written.
import type { Kysely } from 'kysely'
import { digestRecords, type RecordModel } from '#config/records/record-model.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'

/** Of all configurations; cheap to ask for. */
export async function loadAcceptedHash(db: Kysely<Schema>): Promise<string | undefined> {
  return (await db.selectFrom('acceptedModel').select('modelHash').executeTakeFirst())?.modelHash
}

export interface Accepted {
  readonly digest: string
  readonly records: RecordModel
}

export async function loadAccepted(db: Kysely<Schema>): Promise<Accepted | undefined> {
  const row = await db.selectFrom('acceptedModel').select(['digest', 'records']).executeTakeFirst()
  return row && { digest: row.digest, records: row.records as RecordModel } // written below
}

export async function saveAccepted(
  db: Kysely<Schema>,
  { hash }: Pick<Model, 'hash'>,
  records: RecordModel,
  at: Date,
): Promise<void> {
  const row = {
    modelHash: hash,
    digest: digestRecords(records),
    records: JSON.stringify(records),
    acceptedAt: at,
  }
  await db
    .insertInto('acceptedModel')
    .values(row)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute()
}
