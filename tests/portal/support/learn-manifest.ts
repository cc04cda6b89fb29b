// Owns the manifest of tests that draw single widgets: which states are public, and the portal's roles.
import { loadManifest } from '../../../src/portal/api/manifest.ts'
import type { Manifest } from '../../../src/shared/manifest.ts'
import { PUBLIC_ROLES } from '../../support/roles.ts'

export async function learnManifest(): Promise<void> {
  const manifest: Manifest = { hash: 'one', pages: [], roles: PUBLIC_ROLES, publicStates: ['online'] }
  const script = document.createElement('script')
  Object.assign(script, { id: 'manifest', type: 'application/json', textContent: JSON.stringify(manifest) })
  document.body.append(script)
  await loadManifest()
  script.remove()
}
