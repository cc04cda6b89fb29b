// Seals values that are stored unsealed, from before the key existed or before a field was secret.
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import { rememberKey, requireKey } from './data-key.ts'
import { needsSealing, sealFields, secretAnswers } from './seal-fields.ts'

const SETTING = 'sealedFields'
const CHUNK = 200
/** Grows when something is found to have been stored open, so that the next start seals it. */
const ROUND = 2

type Needs = Pick<Services, 'database' | 'db' | 'model'>
type Fields = Parameters<typeof sealFields>[1]

/** A column of bodies: where its rows are, and what names one. */
interface BodyColumn {
  readonly table: string
  readonly column: string
  readonly key: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  readonly fields: Fields
}

/**
 * Call at start, after the migration, and after a swap of the configuration. Does nothing while key and secret fields
 * are as they were the last time. Throws `SettingError` for a key that is not the database's.
 */
export async function prepareSecrets(services: Needs): Promise<void> {
  const { db, database, model } = services
  await requireKey(db, database.secrets)
  const state = stateOf(services)
  const before = await db.selectFrom('setting').select('value').where('key', '=', SETTING).executeTakeFirst()
  if (before?.value === state) return
  const answers = secretAnswers(model())
  await sealColumn(services, accounts(answers))
  await sealColumn(services, drafts(answers))
  await sealColumn(services, versionColumn('pending_version', answers))
  await sealColumn(services, versionColumn('left_version', answers))
  await sealColumn(services, savedVersions(answers))
  for (const { name, fields } of model().contentTypes)
    await sealColumn(services, items(name, fields.filter(isSecret)))
  await sealTexts(services, 'account', 'id_card')
  await sealTexts(services, 'webhook', 'secret')
  await sealTexts(services, 'webhook', 'previous_secret')
  await rememberKey(db, database.secrets)
  const value = JSON.stringify(state)
  await db
    .insertInto('setting')
    .values({ key: SETTING, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

const accounts = (fields: Fields): BodyColumn => ({
  table: 'account',
  column: 'application',
  key: sql`id`,
  where: sql`application is not null`,
  fields,
})
const drafts = (fields: Fields): BodyColumn => ({
  table: 'draft',
  column: 'body',
  key: sql`user_id || ' ' || form || ' ' || key`,
  where: sql`true`,
  fields,
})
/** Pending changes of items, and the snapshots that others read last. */
const versionColumn = (table: 'pending_version' | 'left_version', fields: Fields): BodyColumn => ({
  table,
  column: 'body',
  key: sql`item_id`,
  where: sql`true`,
  fields,
})
const savedVersions = (fields: Fields): BodyColumn => ({
  table: 'item_version',
  column: 'changed',
  key: sql`item_id || ' ' || number`,
  where: sql`changed is not null`,
  fields,
})
const items = (type: string, fields: Fields): BodyColumn => ({
  table: 'item',
  column: 'body',
  key: sql`id`,
  where: sql`type = ${type}`,
  fields,
})

function stateOf({ database, model }: Needs): string {
  const { forms, contentTypes } = model()
  const fields = [...forms, ...contentTypes].map((form) =>
    form.fields.filter(isSecret).map(({ name, schema }) => [name, schema]),
  )
  return createHash('sha256')
    .update(JSON.stringify([ROUND, database.secrets.keyId, fields]))
    .digest('hex')
}

/** Skips a row that is written concurrently, because that write seals it. */
async function sealColumn({ db, database: { secrets } }: Needs, place: BodyColumn): Promise<void> {
  const { table, column, key, where, fields } = place
  if (fields.length === 0) return
  let last = ''
  for (;;) {
    const { rows } = await sql<{ key: string; raw: string }>`
      select ${key} as key, ${sql.id(column)}::text as raw from ${sql.id(table)}
      where ${where} and ${key} > ${last} order by 1 limit ${CHUNK}`.execute(db)
    for (const { key: name, raw } of rows) {
      last = name
      // Objects: the columns hold nothing else.
      if (!needsSealing(secrets, fields, JSON.parse(raw) as JsonObject)) continue
      const sealed = sealFields(secrets, fields, secrets.parseJson(raw) as JsonObject)
      await sql`
        update ${sql.id(table)} set ${sql.id(column)} = ${JSON.stringify(sealed)}::jsonb
        where ${key} = ${name} and ${sql.id(column)} = ${raw}::jsonb`.execute(db)
    }
    if (rows.length < CHUNK) return
  }
}

async function sealTexts(
  { db, database: { secrets } }: Needs,
  table: 'account' | 'webhook',
  column: string,
): Promise<void> {
  const [rows, text] = [sql.id(table), sql.id(column)]
  // With something in front, so that it is not opened on its way.
  const stored = await sql<{ id: string; raw: string }>`
    select id, 'raw ' || ${text} as raw from ${rows} where ${text} is not null`.execute(db)
  for (const { id, raw } of stored.rows) {
    const before = raw.slice('raw '.length)
    if (secrets.isCurrent(before)) continue
    const sealed = secrets.seal(secrets.parseText(before))
    await sql`update ${rows} set ${text} = ${sealed} where id = ${id} and ${text} = ${before}`.execute(db)
  }
}
