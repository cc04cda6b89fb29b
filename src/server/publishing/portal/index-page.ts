// Builds the portal's HTML page with the data that the server inserts for each visitor.

import { toDataBlock, toHtml } from '#server/publishing/documents/html.ts'
import type { PageMetadata } from '#server/publishing/documents/page-metadata.ts'
import { mediaOf, type Scheme, type Theme } from '#shared/appearance/theme.ts'
import { type FeedForm, feedAddress } from '#shared/model/feed.ts'
import type { Site, SiteBlock } from '#shared/model/site.ts'
import { toSiteHead } from './site-head.ts'

export interface Inserted {
  /** The address of the manifest, which browsers cache between visits. */
  readonly manifest: string
  readonly nonce: string
  /** The theme that the visitor chose. */
  readonly theme?: Theme
  /** Demo mode says so on every page. */
  readonly demo: boolean
  readonly site: Site
  readonly block: SiteBlock
  /** Pages that can be subscribed to from here. */
  readonly feeds?: readonly { readonly id: string; readonly title: string }[]
  /** The content of the page, for a request at an address of its own. */
  readonly shown?: PageMetadata
}

const DESCRIPTION = /<meta name="description" content="([^"]*)"[^>]*>/
const CODE = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g
const WITHOUT_CODE = /<noscript>[\s\S]*?<\/noscript>/
const ROOT = /<div id="root">[\s\S]*<\/div>(?=\s*<\/body>)/

/** Its blocks are data, which no policy lets run and no browser tries to. */
function toHeadHtml(site: Site, shown: PageMetadata): string {
  const { title, description, address, image, kind, data = [], links = [], opens } = shown
  const metaTags = [
    ['og:type', kind],
    ['og:locale', 'zh_CN'],
    ['og:site_name', site.name],
    ['og:title', title],
    ['og:description', description],
    ['og:url', address],
    ...(image ? [['og:image', image]] : []),
  ]
  return [
    `<link rel="canonical" href="${toHtml(address)}">`,
    ...links.map(({ rel, href }) => `<link rel="${rel}" href="${toHtml(href)}">`),
    ...metaTags.map(([name = '', value = '']) => `<meta property="${name}" content="${toHtml(value)}">`),
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`,
    opens ? `<meta name="opens" content="${toHtml(opens)}">` : '',
    ...data.map((block) => toDataBlock('type="application/ld+json"', JSON.stringify(block))),
  ].join('')
}

const FEED_TYPES: Readonly<Partial<Record<FeedForm, string>>> = {
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
}

/** Returns the links by which feed readers find feeds; they run no script. */
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
  { manifest, nonce, theme = 'system', demo, site, block, feeds = [], shown }: Inserted,
): string {
  const isPlain = shown?.isPlain === true
  const head = [
    `<meta name="style-nonce" content="${nonce}">`,
    demo ? '<meta name="equipnet-demo" content="1">' : '',
    isPlain ? '<meta name="robots" content="noindex">' : '',
    isPlain
      ? ''
      : `<link rel="preload" as="fetch" crossorigin="anonymous" id="manifest" href="${toHtml(manifest)}">`,
    toSiteHead(site, block, nonce, theme),
    toAlternates(feeds, feeds.length === 1 ? ['atom', 'rss'] : ['atom']),
    shown && !isPlain ? toHeadHtml(site, shown) : '',
  ].join('')
  const themed = withTheme(template, nonce, theme)
  const page = shown ? withMetadata(themed, site.name, shown) : themed
  // A function, because `$&` in a text would mean something to `replace`.
  return page.replace(/<head[^>]*>/, (opening) => opening + head)
}

const SCHEME = /<style data-scheme="(\w+)" media="[^"]*">/g

/** As the reader chose, before anything is drawn. */
function withTheme(template: string, nonce: string, theme: Theme): string {
  return template.replace(
    SCHEME,
    (_, scheme: Scheme) =>
      `<style nonce="${nonce}" data-scheme="${scheme}" media="${mediaOf(scheme, theme)}">`,
  )
}

/**
 * Inserts the metadata of the page; the portal's description is kept in an attribute for the visitor's next pages.
 */
function withMetadata(
  template: string,
  site: string,
  { title, description, body, isPlain }: PageMetadata,
): string {
  const page = template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${toHtml(title)} - ${toHtml(site)}</title>`)
    .replace(
      DESCRIPTION,
      (_, portal: string) =>
        `<meta name="description" content="${toHtml(description)}" data-portal="${portal}">`,
    )
  const whole = isPlain ? page.replace(CODE, '') : page
  if (body === undefined) return whole
  // The page is readable without a script, so the hint to enable scripts is removed.
  const root = `<div id="root">${body}</div>`
  const rooted = ROOT.test(whole)
    ? whole.replace(ROOT, () => root)
    : whole.replace('</body>', () => `${root}</body>`)
  return rooted.replace(WITHOUT_CODE, '')
}
