// Fills the portal's HTML page with its name, logo, colours, and the settings block for the browser.

import { toDataBlock, toHtml } from '#server/publishing/documents/html.ts'
import type { Theme } from '#shared/appearance/theme.ts'
import { toCallAddresses } from '#shared/calls/program-calls.ts'
import type { Model } from '#shared/model/model.ts'
import type { Organiser, Site, SiteAsset, SiteBlock } from '#shared/model/site.ts'
import { toSiteStyles } from './site-styles.ts'

/** Such as `{{name}}` in the page that was built. */
const WORD = /\{\{(name|shortName|description|color|mark)\}\}/g
/** Before any style sheet has a say. */
const FALLBACK = 'white'

export interface Runs {
  readonly demo: boolean
  /** True where files do not change while the server runs, so that no browser waits for changes. */
  readonly production: boolean
  /** As the settings of this server say. */
  readonly organiser: Organiser
}

export function fillTemplate(template: string, site: Site): string {
  const words: Readonly<Record<string, string>> = {
    name: site.name,
    shortName: site.shortName,
    description: site.description,
    color: site.colors.primary ?? FALLBACK,
  }
  // The logo stands in the page where the header will show it, so that the header need not wait for it.
  const mark = site.logo ? `<img src="${toHtml(toAddress(site.logo))}" width="44" height="44" alt="">` : ''
  return template.replace(WORD, (_, name: string) => (name === 'mark' ? mark : toHtml(words[name] ?? '')))
}

export const toAddress = ({ file, version }: SiteAsset): string => `/config/${file}?v=${version}`

/**
 * Returns the settings block for the browser. Settings override the configuration, and both override the demo
 * defaults.
 */
export function toSiteBlock(
  { site, operations }: Pick<Model, 'site' | 'operations'>,
  { demo: isDemo, organiser, production }: Runs,
): SiteBlock {
  const {
    shortName: _short,
    description: _words,
    icon,
    logo,
    colors,
    demo,
    smsSign,
    websocket,
    ...texts
  } = site
  return {
    ...(isDemo ? demo : {}),
    ...texts,
    ...organiser,
    ...(logo ? { logo: toAddress(logo) } : {}),
    ...(websocket || !production ? { websocket: true } : {}),
    calls: toCallAddresses(operations),
  }
}

export function toSiteHead(site: Site, block: SiteBlock, nonce: string, theme: Theme): string {
  return [
    site.icon ? `<link rel="icon" href="${toHtml(toAddress(site.icon))}">` : '',
    toDataBlock('type="application/json" id="site"', JSON.stringify(block)),
    toSiteStyles(site.colors, nonce, theme),
  ].join('')
}
