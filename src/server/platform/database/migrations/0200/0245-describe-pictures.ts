// Owns the two hundred and forty-fifth migration: what is on a picture, and what has to stay of it where it is cropped.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function describePictures(db: Kysely<Schema>): Promise<void> {
  await sql`alter table file add column alt text, add column focus_x smallint, add column focus_y smallint`.execute(
    db,
  )
}
