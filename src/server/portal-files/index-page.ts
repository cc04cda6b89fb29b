// Owns the portal's one HTML page: what the server puts into it for each visitor.
import { type FeedForm, feedAddress } from '../../shared/feed.ts'
import type { Site, SiteBlock } from '../../shared/site.ts'
import type { ItemHead } from './item-head.ts'
import { toSiteHead } from './site-head.ts'
import { toDataBlock, toHtml } from './to-html.ts'

export interface Inserted {
  readonly manifest: string
  readonly nonce: string
  /** Demo mode says so on every page. */
  readonly demo: boolean
  readonly site: Site
  readonly block: SiteBlock
  /** Pages that can be subscribed to from here. */
  readonly feeds?: readonly { readonly id: string; readonly title: string }[]
  /** Where the page was asked for at an item's own address. */
  readonly item?: ItemHead
}

const DESCRIPTION = /<meta name="description" content="([^"]*)"[^>]*>/

/** Its blocks are data, which no policy lets run and no browser tries to. */
function toItemHead(site: Site, { title, address, description, structured }: ItemHead): string {
  const images = [structured?.image].flat().filter((one) => typeof one === 'string')
  const said = [
    ['og:type', structured?.['@type'] === 'Product' ? 'product' : 'article'],
    ['og:site_name', site.name],
    ['og:title', title],
    ['og:description', description],
    ['og:url', address],
    ...images.slice(0, 1).map((image) => ['og:image', image]),
  ]
  return [
    `<link rel="canonical" href="${toHtml(address)}">`,
    ...said.map(([name = '', value = '']) => `<meta property="${name}" content="${toHtml(value)}">`),
    structured
      ? toDataBlock('type="application/ld+json"', JSON.stringify({ ...structured, url: address }))
      : '',
  ].join('')
}

const FEED_TYPES: Readonly<Partial<Record<FeedForm, string>>> = {
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
}

/** Where feed readers look for what to subscribe to; they run no script. */
function toAlternates(feeds: NonNullable<Inserted['feeds']>, forms: readonly FeedForm[]): string {
  return feeds
    .flatMap(({ id, title }) =>
      forms.map(
        (form) =>
          `<link rel="alternate" type="${FEED_TYPES[form]}" title="${toHtml(title)}" href="${toHtml(feedAddress(id, form))}">`,
      ),
    )
    .join('')
}

/** `template` is already filled with the words of the portal. */
export function toIndexPage(
  template: string,
  { manifest, nonce, demo, site, block, feeds = [], item }: Inserted,
): string {
  const head = [
    `<meta name="style-nonce" content="${nonce}">`,
    demo ? '<meta name="equipnet-demo" content="1">' : '',
    toDataBlock('type="application/json" id="manifest"', manifest),
    toSiteHead(site, block, nonce),
    toAlternates(feeds, feeds.length === 1 ? ['atom', 'rss'] : ['atom']),
    item ? toItemHead(site, item) : '',
  ].join('')
  const page = item ? withItem(template, site.name, item) : template
  // A function, because `$&` in the manifest would mean something to `replace`.
  return page.replace(/<head[^>]*>/, (opening) => opening + head)
}

/** What describes the portal stays beside it, for the pages that the visitor goes on to. */
function withItem(template: string, site: string, { title, description }: ItemHead): string {
  return template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${toHtml(title)} - ${toHtml(site)}</title>`)
    .replace(
      DESCRIPTION,
      (_, portal: string) =>
        `<meta name="description" content="${toHtml(description)}" data-portal="${portal}">`,
    )
}
