// Declares the content of a feed, and writes it as Atom and RSS.
import { node, writeXml } from '#server/platform/xml/write-xml.ts'

export interface FeedEntry {
  /** The id, which is independent of the portal's path within its host and of the title. */
  readonly id: string
  readonly title: string
  readonly summary: string
  /** Of its page, with origin. */
  readonly address: string
  readonly publishedAt: string
  readonly updatedAt: string
}

export interface FeedDocument {
  readonly title: string
  readonly description: string
  /** Of the list's page, with origin. */
  readonly page: string
  /** Of the feed itself, with origin. */
  readonly self: string
  readonly publisher: string
  readonly entries: readonly FeedEntry[]
}

/** The fixed time of an empty feed, so that its ETag does not change. */
const NEVER = '2000-01-01T00:00:00.000Z'

function updatedAtOf({ entries }: FeedDocument): string {
  return [NEVER, ...entries.map((entry) => entry.updatedAt)].sort().at(-1) ?? NEVER
}

/** RFC 822 with a year of four digits, as RSS asks for. */
const toDate = (time: string): string => new Date(time).toUTCString().replace('GMT', '+0000')

export function toRss(feed: FeedDocument): string {
  const { title, description, page, self, entries } = feed
  return writeXml(
    node(
      'rss',
      { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' },
      node(
        'channel',
        {},
        node('title', {}, title),
        node('link', {}, page),
        node('description', {}, description || title),
        node('language', {}, 'zh-cn'),
        node('lastBuildDate', {}, toDate(updatedAtOf(feed))),
        node('atom:link', { rel: 'self', type: 'application/rss+xml', href: self }),
        ...entries.map((entry) =>
          node(
            'item',
            {},
            node('title', {}, entry.title),
            node('link', {}, entry.address),
            node('guid', { isPermaLink: 'false' }, entry.id),
            node('pubDate', {}, toDate(entry.publishedAt)),
            node('description', {}, entry.summary),
          ),
        ),
      ),
    ),
  )
}

export function toAtom(feed: FeedDocument): string {
  const { title, description, page, self, publisher, entries } = feed
  return writeXml(
    node(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'zh-CN' },
      node('id', {}, self),
      node('title', {}, title),
      description ? node('subtitle', {}, description) : null,
      node('updated', {}, updatedAtOf(feed)),
      node('link', { rel: 'self', type: 'application/atom+xml', href: self }),
      node('link', { rel: 'alternate', type: 'text/html', href: page }),
      node('author', {}, node('name', {}, publisher)),
      ...entries.map((entry) =>
        node(
          'entry',
          {},
          node('id', {}, entry.id),
          node('title', {}, entry.title),
          node('updated', {}, entry.updatedAt),
          node('published', {}, entry.publishedAt),
          node('link', { rel: 'alternate', type: 'text/html', href: entry.address }),
          node('summary', {}, entry.summary),
        ),
      ),
    ),
  )
}
