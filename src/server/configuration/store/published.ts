// Reads and stores published revisions: each names all files that differ from the folders, and its texts by digest.
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Layer } from '#config/load/layer/apply-layer.ts'
import { NOTHING_PUBLISHED, type Published } from '#server/configuration/configuration-source.ts'
import type { StoredEntry } from '#server/platform/database/tables/configuration-tables.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Processes hear by it that a revision was published. */
export const CHANNEL = 'configuration_published'

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What was published last; nothing in a database that is empty or older than the store. */
export async function loadPublished(db: Kysely<Schema>): Promise<Published> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('configuration_revision') is not null as known`.execute(db)
  if (!rows[0]?.known) return NOTHING_PUBLISHED
  const latest = await db
    .selectFrom('configurationRevision')
    .select(['no', 'layer'])
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest ? { revision: latest.no, layer: await toLayer(db, latest.layer) } : NOTHING_PUBLISHED
}

export async function loadRevisionNumber(db: Kysely<Schema>): Promise<number> {
  const { no } = await db
    .selectFrom('configurationRevision')
    .select(({ fn }) => fn.max('no').as('no'))
    .executeTakeFirstOrThrow()
  return no ?? NOTHING_PUBLISHED.revision
}

/** With the texts of its digests. */
export async function toLayer(
  db: Kysely<Schema>,
  stored: Readonly<Record<string, StoredEntry>>,
): Promise<Layer> {
  const digests = Object.values(stored).flatMap(({ base, text }) =>
    [base, text].filter((one) => one !== null),
  )
  if (digests.length === 0) return {}
  const rows = await db
    .selectFrom('configurationText')
    .selectAll()
    .where('digest', 'in', [...new Set(digests)])
    .execute()
  const texts = new Map(rows.map(({ digest, text }) => [digest, text]))
  const textOf = (digest: string | null): string | null => {
    if (digest === null) return null
    const text = texts.get(digest)
    if (text === undefined) throw new Error(`The text ${digest} of a configuration revision is missing`)
    return text
  }
  return Object.fromEntries(
    Object.entries(stored).map(([path, { base, text }]) => [
      path,
      { base: textOf(base), text: textOf(text) },
    ]),
  )
}

export interface NewRevision {
  readonly parent: number
  readonly author: string | null
  readonly words: string
  readonly at: Date
  readonly layer: Layer
}

/** Stores a revision within the transaction, and has all processes hear of it with the commit; answers its number. */
export async function insertRevision(
  transaction: Kysely<Schema>,
  { parent, layer, ...revision }: NewRevision,
): Promise<number> {
  const { no } = await transaction
    .insertInto('configurationRevision')
    .values({
      ...revision,
      parent: parent === 0 ? null : parent,
      layer: await storeLayer(transaction, layer),
    })
    .returning('no')
    .executeTakeFirstOrThrow()
  await sql`select pg_notify(${CHANNEL}, ${String(no)})`.execute(transaction)
  return no
}

/** Stores the texts of a layer; returns the layer with their digests, as JSON text. */
export async function storeLayer(db: Kysely<Schema>, layer: Layer): Promise<string> {
  const texts = new Map<string, string>()
  const keep = (text: string | null): string | null => {
    if (text === null) return null
    const digest = digestOf(text)
    texts.set(digest, text)
    return digest
  }
  const stored = Object.fromEntries(
    Object.entries(layer).map(([path, { base, text }]) => [path, { base: keep(base), text: keep(text) }]),
  )
  if (texts.size > 0)
    await db
      .insertInto('configurationText')
      .values([...texts].map(([digest, text]) => ({ digest, text })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return JSON.stringify(stored)
}
