// Builds the embedded list: the latest items of a type that every visitor may read.
import type { FastifyInstance } from 'fastify'
import type { FeedItem } from '#server/publishing/documents/entry-words.ts'
import { html } from '#server/publishing/documents/html.ts'
import { type Asking, readAsVisitor, requireAnswer } from '#server/publishing/documents/read-as-visitor.ts'
import type { SharedPages } from '#server/publishing/pages/shared-pages.ts'
import { shareAddress } from '#shared/content/page-description.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { EmbedPage } from './embed-page.ts'

export const COUNT = { usual: 5, most: 20 }

export async function embedList(
  app: FastifyInstance,
  asking: Asking,
  { type, list, listPage }: SharedPages,
  { origin, count }: { readonly origin: string; readonly count: number },
): Promise<EmbedPage> {
  const answer = await readAsVisitor(app, asking, list, {}, { limit: String(count) })
  requireAnswer(answer)
  const { list: items } = (answer.data ?? { list: [] }) as { readonly list: readonly FeedItem[] }
  const dayOf = ({ publishedAt }: FeedItem) => (publishedAt ? dayAt(new Date(String(publishedAt))) : '')
  return {
    title: listPage?.title ?? type.title,
    more: `${origin}/share/${type.name}`,
    main:
      items.length > 0
        ? html`<ul>${items
            .slice(0, count)
            .map(
              (item) =>
                html`<li><a href="${origin}${shareAddress(type.name, String(item.id))}" rel="noopener">${String(item.title ?? '')}</a><small>${dayOf(item)}</small></li>`,
            )}</ul>`
        : html`<p>暂无内容</p>`,
  }
}
