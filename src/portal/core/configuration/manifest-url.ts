// Determines the addresses at which the manifest and other files of the configuration are read.
import { previewManifest } from '#shared/calls/configuration-preview.ts'

/** Always there, with what is true now; in a preview, with what would be. */
export const CURRENT_MANIFEST = previewManifest(location.search) ?? '/config/manifest.json'

/**
 * Returns the permanent address of this page's manifest, which the server wrote into the page; the current one on the
 * development server.
 */
export function manifestOfPage(): string {
  return document.head.querySelector('link#manifest')?.getAttribute('href') ?? CURRENT_MANIFEST
}

/** A file whose address is stable, as it is under the configuration of this hash. */
export const toVersionedFile = (address: string, hash: string): string => `${address}?v=${hash}`
