// Writes a feed as RSS 2.0, for readers without Atom support.
import { node, writeXml } from '#server/platform/xml/write-xml.ts'
import { type FeedDocument, updatedAtOf } from './feed-document.ts'

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
