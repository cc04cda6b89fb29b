// Owns where parts of the bench measure: a portal with the samples, and a browser, each begun by the first that asks for it.
import type { Browser } from 'playwright-core'
import { launchBrowser, THRIFTY } from '../browser/support/launch-browser.ts'
import { type DataFolder, newData, type PortalProcess, startPortal } from './portal-process.ts'

export interface Venue {
  portal(): Promise<PortalProcess>
  browser(): Promise<Browser>
  /** Ends what was begun. */
  close(): Promise<void>
}

export function openVenue(isSmoke: boolean): Venue {
  let data: DataFolder | undefined
  let portal: Promise<PortalProcess> | undefined
  let browser: Promise<Browser> | undefined
  return {
    portal: () => {
      data ??= newData()
      // Sockets say that they come of many networks.
      portal ??= startPortal({ DATA_DIR: data.path, TRUST_PROXY: '127.0.0.0/8' }, isSmoke)
      return portal
    },
    browser: () => {
      browser ??= launchBrowser(isSmoke ? THRIFTY : [])
      return browser
    },
    close: async () => {
      await (await browser)?.close()
      await (await portal)?.stop()
      data?.remove()
    },
  }
}
