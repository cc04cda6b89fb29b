// Checks that the available key is the one with which the database was sealed.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { SettingError } from '#server/platform/settings.ts'
import type { Secrets } from './secrets.ts'

const SETTING = 'dataKey'

/** Call at start, after the migration. Throws `SettingError` for another key: what is sealed could not be read. */
export async function requireKey(db: Kysely<Schema>, secrets: Secrets): Promise<void> {
  const value = JSON.stringify({ key: secrets.keyId })
  await db
    .insertInto('setting')
    .values({ key: SETTING, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', SETTING)
    .executeTakeFirstOrThrow()
  const { key } = row.value as { readonly key: string } // written above
  if (key === secrets.keyId) return
  if (!secrets.has(key))
    throw new SettingError(
      `密钥不对：数据由密钥 ${key} 加密，现有密钥是 ${secrets.keyId}。请在 DATA_KEY 中给出原来的密钥，或放回 DATA_DIR 中原来的 data.key`,
    )
}

/** After everything was sealed anew. */
export async function rememberKey(db: Kysely<Schema>, secrets: Secrets): Promise<void> {
  const value = JSON.stringify({ key: secrets.keyId })
  await db.updateTable('setting').set({ value }).where('key', '=', SETTING).execute()
}
