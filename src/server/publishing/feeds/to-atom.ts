// Writes a feed as Atom (RFC 4287).
import { node, writeXml } from '#server/platform/xml/write-xml.ts'
import { type FeedDocument, updatedAtOf } from './feed-document.ts'

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
