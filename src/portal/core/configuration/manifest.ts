// Stores the manifest of pages in the browser, and replaces it while the portal runs.
import { getJson } from '#portal/core/api/client.ts'
import { sharedRead } from '#portal/core/api/shared-read.ts'
import { createStore } from '#portal/core/state/store.ts'
import type { Manifest, ManifestPage } from '#shared/model/manifest.ts'
import { CURRENT_MANIFEST, manifestOfPage } from './manifest-url.ts'

export interface ConfigurationProblem {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
}

const problems = createStore<readonly ConfigurationProblem[]>([])
/** Stores the problems of a configuration that is being written, as the server last reported them. */
export const useConfigurationProblems = problems.use
export const showProblems = problems.set
export const dismissProblems = (): void => problems.set([])

const NONE: Manifest = { hash: '', pages: [], publicStates: [], roles: [] }
const read = sharedRead<Manifest>(CURRENT_MANIFEST)

export const currentManifest = (): Manifest => read.get() ?? NONE
export const useManifest = (): Manifest => read.use() ?? NONE

/**
 * Falls back to the current manifest: a server that was configured anew may no longer have the one that the page
 * names.
 */
export async function loadManifest(): Promise<void> {
  const manifest = getJson<Manifest>(manifestOfPage())
  await read.load(manifest.catch(() => getJson<Manifest>(CURRENT_MANIFEST)))
}

export async function reloadManifest(): Promise<void> {
  const next = await getJson<Manifest>(CURRENT_MANIFEST)
  if (next.hash !== currentManifest().hash) await read.load(next)
}

/** Returns true if an item in this state can be read by everybody. */
export function isPublicStateOf(status: unknown): boolean {
  return typeof status === 'string' && currentManifest().publicStates.includes(status)
}

export function pageById(id: string): ManifestPage | undefined {
  return currentManifest().pages.find((page) => page.id === id)
}
