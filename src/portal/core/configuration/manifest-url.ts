// Owns where the manifest is read.

/** Always there, with what is true now. */
export const CURRENT_MANIFEST = '/config/manifest.json'

/** Where the manifest of this page is kept for ever, as the server wrote into it; the development server does not. */
export function manifestOfPage(): string {
  return document.head.querySelector('link#manifest')?.getAttribute('href') ?? CURRENT_MANIFEST
}
