// Owns the manifest of pages in the browser, and its replacement while the portal runs.
import { useSyncExternalStore } from 'react'
import type { Manifest, ManifestPage } from '../../shared/model.ts'
import { getJson } from '../api/client.ts'

let manifest: Manifest = { hash: '', pages: [] }
const listeners = new Set<() => void>()

/** The server puts the manifest into the page; the development server does not. */
export async function loadManifest(): Promise<void> {
  const text = document.getElementById('manifest')?.textContent
  manifest = text ? (JSON.parse(text) as Manifest) : await getJson<Manifest>('/config/manifest.json')
}

export async function reloadManifest(): Promise<void> {
  const next = await getJson<Manifest>('/config/manifest.json')
  if (next.hash === manifest.hash) return
  manifest = next
  for (const listener of listeners) listener()
}

export function currentManifest(): Manifest {
  return manifest
}

export function useManifest(): Manifest {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentManifest)
}

export function pageById(id: string): ManifestPage | undefined {
  return manifest.pages.find((page) => page.id === id)
}
