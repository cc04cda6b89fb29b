// Loads the key that encrypts secrets in the database: from the environment, else from the data folder.
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError, type Settings } from '#server/platform/settings.ts'
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
