// Determines the address at which the manifest is read.

/** Always there, with what is true now. */
export const CURRENT_MANIFEST = '/config/manifest.json'

/**
 * Returns the permanent address of this page's manifest, which the server wrote into the page; the current one on the
 * development server.
 */
export function manifestOfPage(): string {
  return document.head.querySelector('link#manifest')?.getAttribute('href') ?? CURRENT_MANIFEST
}
