// Owns the filled data folder of a run, which tests copy: the portal is migrated and its samples are written once.
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { DEMO_PASSWORD, startPortal } from '../browser/support/start-portal.ts'

/** Copies the data of a portal with samples and demo accounts, their password `DEMO_PASSWORD`, to `target`. */
export async function copyFilledData(target: string): Promise<void> {
  const folder = inject('sharedFolder')
  const data = join(folder, 'data')
  const [making, ready, failed] = ['making', 'ready', 'failed'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  if (take(making))
    await fill(data).then(
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
  cpSync(data, target, { recursive: true })
}

/** Of all processes one makes the folder, and with it the data. */
function take(folder: string): boolean {
  if (existsSync(folder)) return false
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

async function fill(dataDir: string): Promise<void> {
  const portal = await startPortal({ dataDir, env: { DEMO_PASSWORD } })
  await portal.stop()
}
