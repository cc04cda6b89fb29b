// Determines the addresses at which the manifest and other files of the configuration are read.

/** The configuration that a page shows before it is published: its hash, as the address of the page says it. */
export const previewed: string | null =
  /^[0-9a-f]+$/.exec(new URLSearchParams(location.search).get('preview') ?? '')?.[0] ?? null

/** Always there, with what is true now, or in a preview will be. */
export const CURRENT_MANIFEST =
  previewed === null ? '/config/manifest.json' : `/config/preview/${previewed}/manifest.json`

/**
 * Returns the permanent address of this page's manifest, which the server wrote into the page; the current one on the
 * development server.
 */
export function manifestOfPage(): string {
  if (previewed !== null) return CURRENT_MANIFEST
  return document.head.querySelector('link#manifest')?.getAttribute('href') ?? CURRENT_MANIFEST
}

/** A file whose address is stable, as it is under the configuration of this hash. */
export const toVersionedFile = (address: string, hash: string): string => `${address}?v=${hash}`
