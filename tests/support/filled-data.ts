// Provides the filled data of a run, which tests copy: the portal is migrated and its samples are written once.
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { DEMO_PASSWORD, startPortal } from '../browser/support/start-portal.ts'
import { copyDatabase } from '../server/platform/database/template.ts'
import { preparedName } from './prepared-name.ts'
import { PORTAL_SUFFIX } from './test-portal.ts'

/** A copy of the filled data on the server that `TEST_DATABASE_URL` names. */
export interface ServerCopy {
  readonly url: string
  drop(): Promise<void>
}

const serverUrl = process.env.TEST_DATABASE_URL

/** Copies the data of a portal with samples and demo accounts, their password `DEMO_PASSWORD`, to `target`. */
export async function copyFilledData(target: string): Promise<void> {
  const data = join(inject('sharedFolder'), `data${PORTAL_SUFFIX}`)
  await once(data, () => fill(data))
  cpSync(data, target, { recursive: true })
}

/**
 * The same, its rows on PostgreSQL where there is one: a portal starts there in half the time, and no command waits for
 * its lock. Null where there is none.
 */
export async function copyFilledPortal(target: string): Promise<ServerCopy | null> {
  if (!serverUrl) {
    await copyFilledData(target)
    return null
  }
  const folder = inject('sharedFolder')
  const data = join(folder, `data-beside-server${PORTAL_SUFFIX}`)
  const template = preparedName(folder, `portal${PORTAL_SUFFIX}`)
  await once(data, async () => {
    await onServer((admin) => admin.query(`create database ${template}`))
    await fill(data, urlOf(template))
  })
  cpSync(data, target, { recursive: true })
  const name = `equipnet_test_${randomBytes(6).toString('hex')}`
  await onServer((admin) => copyDatabase(admin, name, template))
  return {
    url: urlOf(name),
    drop: () => onServer((admin) => admin.query(`drop database ${name} with (force)`)),
  }
}

/** Of all processes one makes what lies in the folder; the others wait for it. */
async function once(data: string, make: () => Promise<void>): Promise<void> {
  const making = `${data}-making`
  const ready = `${data}-ready`
  const failed = `${data}-failed`
  if (take(making))
    await make().then(
      () => writeFileSync(ready, ''),
      (error: unknown) => {
        writeFileSync(failed, '')
        throw error
      },
    )
  while (!existsSync(ready)) {
    if (existsSync(failed))
      throw new Error('the data of the samples could not be made: see the test that failed first')
    await sleep(100)
  }
}

function take(folder: string): boolean {
  if (existsSync(folder)) return false
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

async function fill(dataDir: string, url?: string): Promise<void> {
  const portal = await startPortal({
    dataDir,
    env: { DEMO_PASSWORD, ...(url ? { DATABASE_URL: url } : {}) },
  })
  await portal.stop()
}

function urlOf(name: string): string {
  const url = new URL(serverUrl ?? '')
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
