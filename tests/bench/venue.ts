// Provides where parts of the bench measure: a portal with the samples, and a browser, each begun by the first that asks for it.

import pg from 'pg'
import type { Browser } from 'playwright-core'
import { launchBrowser, THRIFTY } from '../browser/support/launch-browser.ts'
import { createStatement, newData, type PortalProcess, startPortal } from './portal-process.ts'

export interface Venue {
  portal(): Promise<PortalProcess>
  browser(): Promise<Browser>
  /** Ends what was begun. */
  close(): Promise<void>
}

/** What a portal is started on. */
interface Ground {
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

export function openVenue(isSmoke: boolean): Venue {
  let ground: Promise<Ground> | undefined
  let portal: Promise<PortalProcess> | undefined
  let browser: Promise<Browser> | undefined
  const begin = async (): Promise<PortalProcess> => {
    ground ??= prepare(isSmoke)
    // Sockets say that they come of many networks.
    return startPortal({ ...(await ground).env, TRUST_PROXY: '127.0.0.0/8' }, isSmoke)
  }
  return {
    portal: () => {
      portal ??= begin()
      return portal
    },
    browser: () => {
      browser ??= launchBrowser(isSmoke ? THRIFTY : [])
      return browser
    },
    close: async () => {
      await (await browser)?.close()
      await (await portal)?.stop()
      await (await ground)?.remove()
    },
  }
}

/** The built-in database; whether the bench itself runs, the one shows that the tests of this run have filled. */
async function prepare(isSmoke: boolean): Promise<Ground> {
  const server = process.env.TEST_DATABASE_URL
  if (!isSmoke || !server) {
    const data = newData()
    return { env: { DATA_DIR: data.path }, remove: async () => data.remove() }
  }
  const data = newData('data-beside-server')
  const name = `bench_venue_${Date.now()}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(createStatement(name))
  return {
    env: { DATA_DIR: data.path, DATABASE_URL: Object.assign(new URL(server), { pathname: `/${name}` }).href },
    remove: async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      data.remove()
    },
  }
}
