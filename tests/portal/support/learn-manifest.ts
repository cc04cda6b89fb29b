// Provides the manifest of tests that draw single widgets: which states are public, and the portal's roles.
import { loadManifest } from '#portal/core/configuration/manifest.ts'
import { CURRENT_MANIFEST } from '#portal/core/configuration/manifest-url.ts'
import type { Manifest, ManifestPage } from '#shared/model/manifest.ts'
import { PUBLIC_ROLES } from '../../support/roles.ts'

export async function learnManifest(pages: readonly ManifestPage[] = []): Promise<void> {
  const manifest: Manifest = { hash: 'one', pages, roles: PUBLIC_ROLES, publicStates: ['online'] }
  window.__equipnetPreload = new Map([
    [CURRENT_MANIFEST, { at: performance.now(), answer: Promise.resolve(manifest) }],
  ])
  await loadManifest()
}
