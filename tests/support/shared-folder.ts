// Owns the folder that all test processes of a run share, from before the first test until after the last.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly sharedFolder: string
  }
}

/** One folder for all projects of the run; what lies in it is made by the first test that asks for it. */
export default function shareFolder(project: TestProject): () => void {
  const shared = process.env.EQUIPNET_SHARED
  const folder = shared ?? mkdtempSync(join(tmpdir(), 'equipnet-shared-'))
  process.env.EQUIPNET_SHARED = folder
  project.provide('sharedFolder', folder)
  return () => {
    if (shared === undefined) rmSync(folder, { recursive: true, force: true })
  }
}
