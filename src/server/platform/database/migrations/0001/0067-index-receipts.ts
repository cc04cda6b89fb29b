// Indexes items by the receipt number in their body (migration 67).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function indexReceipts(db: Kysely<Schema>): Promise<void> {
  await sql`drop index item_receipt`.execute(db)
  await sql`create index item_receipt on item ((body ->> '_receiptNo'))
    where body ->> '_receiptNo' is not null`.execute(db)
}
