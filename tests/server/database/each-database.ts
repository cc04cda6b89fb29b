// Owns the list of databases on which the same cases must hold.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { DatabaseHandle } from '../../../src/server/database/database-handle.ts'
import { migrate } from '../../../src/server/database/migrate.ts'
import { openDatabase } from '../../../src/server/database/open-database.ts'

export interface TestDatabase {
  readonly handle: DatabaseHandle
  readonly url: string | undefined
  drop(): Promise<void>
}

export interface DatabaseCase {
  readonly name: string
  readonly isAvailable: boolean
  readonly isEmbedded: boolean
  /** A database of its own, migrated. */
  open(): Promise<TestDatabase>
}

const serverUrl = process.env.TEST_DATABASE_URL

export const DATABASES: readonly DatabaseCase[] = [
  { name: 'PGlite', isAvailable: true, isEmbedded: true, open: openMemory },
  {
    name: serverUrl ? 'PostgreSQL' : 'PostgreSQL (skipped: TEST_DATABASE_URL is not set)',
    isAvailable: serverUrl !== undefined,
    isEmbedded: false,
    open: openOwn,
  },
]

async function openMemory(): Promise<TestDatabase> {
  const handle = await openDatabase({ dataDir: 'memory://' })
  await migrate(handle.db)
  return { handle, url: undefined, drop: () => handle.close() }
}

async function openOwn(): Promise<TestDatabase> {
  const name = `equipnet_test_${randomBytes(6).toString('hex')}`
  await runOnServer(`create database ${name}`)
  const url = new URL(serverUrl ?? '')
  url.pathname = `/${name}`
  const handle = await openDatabase({ dataDir: 'unused', url: url.href, poolSize: 4 })
  await migrate(handle.db)
  const drop = async (): Promise<void> => {
    await handle.close()
    await runOnServer(`drop database ${name} with (force)`)
  }
  return { handle, url: url.href, drop }
}

async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
