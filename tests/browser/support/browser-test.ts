// Starts one portal on filled data and one browser for a file of browser tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { findChromium } from '../../../scripts/lib/chromium.mjs'
import { copyFilledData, copyFilledPortal, type ServerCopy } from '../../support/filled-data.ts'
import { IS_LONG } from '../../support/long-run.ts'
import { launchBrowser, THRIFTY } from './launch-browser.ts'
import { DEMO_PASSWORD, type PortalOptions, type RunningPortal, startPortal } from './start-portal.ts'
import { type VisitOptions, type Visitor, visit } from './visit.ts'

export interface Stage {
  readonly portal: RunningPortal
  readonly browser: Browser
  visit(options?: VisitOptions): Promise<Visitor>
  /** Stops the portal as an operator does, and starts it again at the same address on the same data. */
  restart(): Promise<void>
}

export interface StageOptions extends Pick<PortalOptions, 'root' | 'env' | 'port'> {
  /** On the built-in database, whatever else there is. */
  readonly isEmbedded?: boolean
  /** Loads what stands in `img`, which takes a browser a sixth of its time. */
  readonly hasPictures?: boolean
}

/** Set by `npm test`, which has tried to install one. */
const reason = process.env.EQUIPNET_NO_BROWSER ?? (findChromium() ? undefined : '未找到 Chromium')

const NO_PICTURES = ['--blink-settings=imagesEnabled=false']

/** Skipped, with the reason in the title, where there is no Chromium. */
export function describeInBrowser(
  title: string,
  body: (stage: Stage) => void,
  options: () => StageOptions | Promise<StageOptions> = () => ({}),
): void {
  if (reason) {
    describe.skip(`${title}（跳过：${reason}）`, () => body({} as Stage))
    return
  }
  describe(title, () => {
    const folder = mkdtempSync(join(tmpdir(), 'equipnet-browser-'))
    let copy: ServerCopy | null = null
    const stage = {} as { -readonly [K in keyof Stage]: Stage[K] }
    beforeAll(async () => {
      const { root, env, port: wanted, isEmbedded, hasPictures } = await options()
      const data = join(folder, 'data')
      if (isEmbedded) await copyFilledData(data)
      else copy = await copyFilledPortal(data)
      const start = (port = wanted) =>
        startPortal({
          dataDir: data,
          env: { DEMO_PASSWORD, ...(copy ? { DATABASE_URL: copy.url } : {}), ...env },
          ...(root ? { root } : {}),
          ...(port ? { port } : {}),
        })
      stage.portal = await start()
      stage.restart = async () => {
        await stage.portal.stop()
        stage.portal = await start(Number(new URL(stage.portal.url).port))
      }
      stage.browser = await launchBrowser([...THRIFTY, ...(hasPictures || IS_LONG ? [] : NO_PICTURES)])
      stage.visit = (wanted) => visit(stage.browser, stage.portal.url, wanted)
    })
    afterAll(async () => {
      await stage.browser?.close()
      await stage.portal?.stop()
      await copy?.drop()
      rmSync(folder, { recursive: true, force: true })
    })
    body(stage)
  })
}

/** For what is seen in pictures; elsewhere none are loaded, but in the long run. */
export function describeWithPictures(title: string, body: (stage: Stage) => void): void {
  describeInBrowser(title, body, () => ({ hasPictures: true }))
}
