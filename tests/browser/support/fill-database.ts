// Owns the filled data folder that browser tests copy, so that the samples are written once for all of them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findChromium } from '../../../scripts/lib/chromium.mjs'
import { DEMO_PASSWORD, startPortal } from './start-portal.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly filledData: string
  }
}

export default async function fillDatabase(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'equipnet-filled-'))
  if (findChromium()) {
    const portal = await startPortal({ dataDir: join(folder, 'data'), env: { DEMO_PASSWORD } })
    await portal.stop()
  }
  project.provide('filledData', join(folder, 'data'))
  return () => rmSync(folder, { recursive: true, force: true })
}
