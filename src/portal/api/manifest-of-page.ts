// Owns the manifest that the server put into the page; the development server does not.
import type { Manifest } from '../../shared/manifest.ts'

let parsed: Manifest | undefined

/** Both the head start and the portal need it, and it is long: read once. */
export function manifestOfPage(): Manifest | undefined {
  const text = parsed ? undefined : document.getElementById('manifest')?.textContent
  if (text) parsed = JSON.parse(text) as Manifest
  return parsed
}
