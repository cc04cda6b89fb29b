// Owns the portal's one HTML page: what the server puts into it for each visitor.
import type { Site } from '../../shared/site.ts'

export interface Inserted {
  readonly manifest: string
  readonly nonce: string
  /** Demo mode says so on every page. */
  readonly demo: boolean
  readonly site: Site
}

/** `<` is written as an escape, so that no text of the configuration can end the data block. */
function toDataBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`
}

export function toIndexPage(template: string, { manifest, nonce, demo, site }: Inserted): string {
  const head = [
    `<meta name="style-nonce" content="${nonce}">`,
    demo ? '<meta name="equipnet-demo" content="1">' : '',
    toDataBlock('manifest', manifest),
    Object.keys(site).length > 0 ? toDataBlock('site', JSON.stringify(site)) : '',
  ].join('')
  // A function, because `$&` in the manifest would mean something to `replace`.
  return template.replace(/<head[^>]*>/, (opening) => opening + head)
}
