// Declares the addresses at which a configuration is looked at before it is published.

/** The parameter of a page's address that names the configuration by its hash. */
export const CONFIGURATION_PREVIEW = 'preview'

/** Begins the addresses of its manifest and pages. */
export const previewFolder = (hash: string): string => `/config/preview/${hash}/`

const NAMED = new RegExp(`(?:^|[?&])${CONFIGURATION_PREVIEW}=([0-9a-f]{8,64})(?:&|$)`)

/** The manifest that a page with this query shows; undefined for the published one. */
export function previewManifest(query: string): string | undefined {
  const [, hash] = NAMED.exec(query) ?? []
  return hash === undefined ? undefined : `${previewFolder(hash)}manifest.json`
}
