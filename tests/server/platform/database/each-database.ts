// Provides the list of databases on which the same cases must hold.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { Secrets } from '#server/platform/secrets/secrets.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { migratedImage, migratedTemplate } from './migrated.ts'
import { preparedTemplate } from './prepared.ts'
import { copyDatabase } from './template.ts'

export interface TestDatabase {
  readonly handle: DatabaseHandle
  readonly url: string | undefined
  /** What is in it besides its tables. */
  readonly holds?: Prepared | undefined
  drop(): Promise<void>
}

/** What a database holds besides its tables: the indexes of the portal's own configuration, and its samples. */
export type Prepared = 'indexed' | 'filled'

export interface DatabaseCase {
  readonly name: string
  readonly isAvailable: boolean
  readonly isEmbedded: boolean
  /** A database of its own, migrated; on PostgreSQL with what is wanted besides, which the caller adds where it lacks. */
  open(wanted?: Prepared): Promise<TestDatabase>
}

/** The same for all, so that what one has sealed is read in a copy. */
const SECRETS = new Secrets([Buffer.alloc(32, 'test')])

const serverUrl = process.env.TEST_DATABASE_URL
/** PgBouncer before that server: then tests reach their databases through it. */
const poolerUrl = process.env.TEST_POOLER_URL

export const DATABASES: readonly DatabaseCase[] = [
  { name: 'PGlite', isAvailable: true, isEmbedded: true, open: openMemory },
  {
    name: serverUrl ? 'PostgreSQL' : 'PostgreSQL (skipped: TEST_DATABASE_URL is not set)',
    isAvailable: serverUrl !== undefined,
    isEmbedded: false,
    open: openOwn,
  },
]

/**
 * For rules that are the program's own, whatever database keeps the rows: PostgreSQL where there is one, else PGlite.
 * The long run takes both.
 */
export const ONE_DATABASE: readonly DatabaseCase[] = DATABASES.filter(({ isAvailable }) => isAvailable).slice(
  IS_LONG ? 0 : -1,
)

async function openMemory(): Promise<TestDatabase> {
  const handle = await openDatabase({ dataDir: 'memory://', image: await migratedImage() })
  return { handle, url: undefined, drop: () => handle.close() }
}

async function openOwn(wanted?: Prepared): Promise<TestDatabase> {
  const name = `equipnet_test_${randomBytes(6).toString('hex')}`
  await onServer(async (admin) => {
    const template = await (wanted
      ? preparedTemplate(admin, wanted, { urlOf, open: (name) => openNamed(name) })
      : migratedTemplate(admin, urlOf))
    await copyDatabase(admin, name, template)
  })
  const handle = await openNamed(name, poolerUrl)
  const drop = async (): Promise<void> => {
    await handle.close()
    await onServer((admin) => admin.query(`drop database ${name} with (force)`))
  }
  return { handle, url: urlOf(name), holds: wanted, drop }
}

/** On few connections: what each of them plans first takes longest. */
function openNamed(name: string, pooler?: string): Promise<DatabaseHandle> {
  const direct = urlOf(name)
  const address = pooler ? { url: urlOf(name, pooler), listenUrl: direct } : { url: direct }
  return openDatabase({ dataDir: 'unused', ...address, poolSize: 2, secrets: SECRETS })
}

function urlOf(name: string, server = serverUrl): string {
  const url = new URL(server ?? '')
  url.pathname = `/${name}`
  return url.href
}

async function onServer(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
