// Builds the page of an item for readers without scripts: its public fields and related items.

import {
  type DescriptionContext,
  describeField,
  describeItem,
} from '#server/publishing/documents/describe-item.ts'
import type { FeedItem } from '#server/publishing/documents/entry-words.ts'
import { type Html, html } from '#server/publishing/documents/html.ts'
import type { PageMetadata } from '#server/publishing/documents/page-metadata.ts'
import { toProperties, toStructured } from '#server/publishing/documents/structured-data.ts'
import { shareAddress, sharePicture } from '#shared/content/page-description.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Column } from '#shared/model/page-model.ts'
import { crumbsOf, inFrame, toCrumbData } from './page-frame.ts'
import type { SharedPages } from './shared-pages.ts'

export interface Neighbour {
  readonly side: 'prev' | 'next'
  readonly id: string
  readonly title: string
}

/** As the Open Graph calls what schema.org calls so. */
const KINDS: Readonly<Record<string, string>> = {
  Article: 'article',
  NewsArticle: 'article',
  Person: 'profile',
  Product: 'product',
  ScholarlyArticle: 'article',
}
const SIDES: Readonly<Record<Neighbour['side'], string>> = { prev: '上一篇', next: '下一篇' }

export function itemPage(
  around: DescriptionContext,
  { type, page, share, parameter }: SharedPages,
  item: FeedItem,
  neighbours: readonly Neighbour[],
): PageMetadata {
  const { model, origin } = around
  const id = String(item.id)
  const description = describeItem(around, share, item)
  const path = shareAddress(type.name, id)
  const address = `${origin}${path}`
  const crumbs = crumbsOf(model, page.trail)
  const structured = type.structured && toStructured(around, type.structured, item)
  const { title, image } = description
  const opens = `${page.path.replace(/\/:.*$/, '')}?${parameter}=${encodeURIComponent(id)}`
  const main = html`<article class="eq-card eq-article"><h1>${String(item[page.heading] ?? title)}</h1>
${image ? html`<img class="eq-shared-picture" src="${image.slice(origin.length)}" alt="" width="320" height="240">` : null}
${factsOf(around, [...page.meta, ...page.lead, ...page.facts], item)}
${page.body.map((column) => bodyOf(around, column, item))}
<p><a href="/#${opens}">在${model.site.name}中打开</a></p></article>
${neighbours.length > 0 ? html`<nav class="eq-neighbours" aria-label="上一篇与下一篇">${neighbours.map((one) => html`<a href="${shareAddress(type.name, one.id)}">${SIDES[one.side]}：${one.title}</a>`)}</nav>` : null}`
  return {
    title,
    description: description.description || page.description || `${type.title}：${title}`,
    address,
    image: `${origin}${sharePicture(type.name, id)}`,
    kind: KINDS[type.structured?.type ?? ''] ?? 'website',
    data: [
      ...(structured ? [{ ...structured, url: address }] : []),
      toCrumbData(origin, crumbs, { title, address: path }),
    ],
    links: neighbours.map((one) => ({ rel: one.side, href: `${origin}${shareAddress(type.name, one.id)}` })),
    opens,
    body: inFrame(model, crumbs, title, main),
  }
}

/** Returns true for fields that everybody sees and that are the same for every reader. */
const isPublicField = ({ visible, system, name }: Field): boolean =>
  visible === undefined && (!system || name === 'publishedAt')

function factsOf({ model }: DescriptionContext, columns: readonly Column[], item: FeedItem): Html | null {
  const seen = new Set<string>()
  const rows = columns.flatMap((column) => {
    const { field, label, options } = column
    if (seen.has(field.name) || !isPublicField(field)) return []
    seen.add(field.name)
    const words = describeField(model, field, item, options)
    return words === '' ? [] : [html`<div><dt>${label}</dt><dd>${words}</dd></div>`]
  })
  return rows.length > 0 ? html`<dl class="eq-shared-facts">${rows}</dl>` : null
}

function bodyOf(
  { model }: DescriptionContext,
  { field, label, options }: Column,
  item: FeedItem,
): Html | null {
  if (!isPublicField(field)) return null
  const parameters = field.parameters ? toProperties({ model }, field, item) : undefined
  if (parameters)
    return html`<h2>${label}</h2><dl class="eq-shared-facts">${parameters.map(
      ({ name, value, unitText }) =>
        html`<div><dt>${name}</dt><dd>${String(value)}${unitText ? ` ${unitText}` : ''}</dd></div>`,
    )}</dl>`
  const lines = describeField(model, field, item, options)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.length > 0 ? html`<h2>${label}</h2>${lines.map((line) => html`<p>${line}</p>`)}` : null
}
