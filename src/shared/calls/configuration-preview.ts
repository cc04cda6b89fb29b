// Declares the addresses at which a configuration is looked at before it is published.

/** The parameter of a page's address that names the configuration by its hash. */
export const CONFIGURATION_PREVIEW = 'preview'

/** Begins the addresses of its manifest and pages. */
export const previewFolder = (hash: string): string => `/config/preview/${hash}/`

const NAMED = new RegExp(`(?:^|[?&])${CONFIGURATION_PREVIEW}=([0-9a-f]{8,64})(?:&|$)`)

const LINK = new RegExp(`(?:^|[?&])${CONFIGURATION_PREVIEW}=([\\w-]{43})(?:&|$)`)

/** The program's own pages of releases, named as the generated pages of operators are. */
export const releasePage = (view: 'choose' | 'link'): string => `operator/release/${view}`

/** The header by which the calls of a page that a preview link has opened name the link. */
export const PREVIEW_HEADER = 'preview'

/** The token of the preview link that a page with this query shows. */
export const previewLinkIn = (query: string): string | undefined => LINK.exec(query)?.[1]

/** The manifest that a page with this query shows; undefined for the published one. */
export function previewManifest(query: string): string | undefined {
  const hash = previewLinkIn(query) ?? NAMED.exec(query)?.[1]
  return hash === undefined ? undefined : `${previewFolder(hash)}manifest.json`
}
