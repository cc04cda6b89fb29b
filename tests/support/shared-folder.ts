// Provides the folder that all test processes of a run share, from before the first test until after the last.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { preparedName } from './prepared-name.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly sharedFolder: string
  }
}

/** One folder for all projects of the run; what lies in it is made by the first test that asks for it. */
export default function shareFolder(project: TestProject): () => Promise<void> {
  const shared = process.env.EQUIPNET_SHARED
  const folder = shared ?? mkdtempSync(join(tmpdir(), 'equipnet-shared-'))
  process.env.EQUIPNET_SHARED = folder
  project.provide('sharedFolder', folder)
  return async () => {
    if (shared !== undefined) return
    rmSync(folder, { recursive: true, force: true })
    await dropPrepared(folder)
  }
}

async function dropPrepared(folder: string): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  for (const holds of ['indexed', 'filled', 'portal'])
    for (const portal of ['', '-bulletin'])
      await admin.query(`drop database if exists ${preparedName(folder, `${holds}${portal}`)} with (force)`)
  await admin.end()
}
