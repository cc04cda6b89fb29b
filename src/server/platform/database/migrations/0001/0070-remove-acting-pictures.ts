// Removes pictures from stored texts unless they refer to an uploaded file (migration 70).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const BATCH_SIZE = 200
/** Matches texts as they were stored: sanitised, with attributes in double quotes. */
const PICTURE = /<img\b[^>]*>/gi
const SOURCE = /\ssrc="([^"]*)"/i
const FILE = /^\/file\/fileOperation\/download\/[0-9a-f-]{36}$/

interface Row {
  readonly id: string
  readonly body: unknown
}

export async function removeActingPictures(db: Kysely<Schema>): Promise<void> {
  let after = ''
  for (;;) {
    const { rows } = await sql<Row>`select id, body from item
      where id > ${after} and body::text ~* '<img' order by id limit ${BATCH_SIZE}`.execute(db)
    for (const { id, body } of rows) {
      const cleaned = clean(body)
      if (JSON.stringify(cleaned) !== JSON.stringify(body))
        await sql`update item set body = ${JSON.stringify(cleaned)}::text::jsonb where id = ${id}`.execute(db)
    }
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)?.id ?? after
  }
}

function clean(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(PICTURE, (tag) => (FILE.test(SOURCE.exec(tag)?.[1] ?? '') ? tag : ''))
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, clean(entry)]))
}
