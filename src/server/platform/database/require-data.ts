// Refuses a command when the database does not exist: opening it would create an empty one.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Settings } from '#server/platform/settings.ts'

/** Throws, naming the folder, where the built-in database has none; a server's says itself what is missing. */
export function requireData({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl || existsSync(join(dataDir, 'pglite'))) return
  throw new Error(`${resolve(dataDir)} 中没有数据库：请用环境变量 DATA_DIR 指明数据目录`)
}
