// Loads the key that encrypts secrets in the database, and checks that it is the one that the database was sealed with.
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { SettingError } from '#server/platform/setting-values.ts'
import type { Settings } from '#server/platform/settings.ts'
import { parseKey } from './parse-key.ts'
import { KEY_BYTES, Secrets } from './secrets.ts'

const FILE = 'data.key'

/** Throws `SettingError` where the file holds no key. */
export function loadSecrets({ dataKeys, dataDir }: Pick<Settings, 'dataKeys' | 'dataDir'>): Secrets {
  return new Secrets(dataKeys.length > 0 ? dataKeys : [readOrMake(dataDir)])
}

/** Of processes that start together, the first one's key counts for all. */
function readOrMake(dataDir: string): Buffer {
  const file = join(dataDir, FILE)
  const found = read(file)
  if (found) return found
  mkdirSync(dataDir, { recursive: true })
  const own = `${file}.${process.pid}`
  writeFileSync(own, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(own, file) // complete at once, and never over another's
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(own, { force: true })
  }
  return read(file) as Buffer // there now
}

function read(file: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const key = parseKey(text.trim())
  if (key) return key
  throw new SettingError(`密钥文件 ${file} 已损坏：请放回原来的文件，或用 DATA_KEY 给出原来的密钥`)
}

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
