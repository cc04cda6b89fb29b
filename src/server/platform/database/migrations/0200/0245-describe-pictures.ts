// Adds descriptions of pictures, and the part that must stay visible when they are cropped (migration 245).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function describePictures(db: Kysely<Schema>): Promise<void> {
  await sql`alter table file add column alt text, add column focus_x smallint, add column focus_y smallint`.execute(
    db,
  )
}
