// Builds the lists for readers without scripts: of all types, and of the items of one type, page by page.

import type { DescriptionContext } from '#server/publishing/documents/describe-item.ts'
import { type FeedItem, summaryOf } from '#server/publishing/documents/entry-words.ts'
import { html } from '#server/publishing/documents/html.ts'
import type { PageMetadata } from '#server/publishing/documents/page-metadata.ts'
import { shareAddress } from '#shared/content/page-description.ts'
import type { Model } from '#shared/model/model.ts'
import { crumbsOf, inFrame, toCrumbData } from './page-frame.ts'
import { type SharedPages, sharedPages } from './shared-pages.ts'

export interface ListedItems {
  readonly list: readonly FeedItem[]
  readonly totalCount: number
  readonly totalPage: number
  readonly page: number
}

export function listPage(
  { model, type, origin }: DescriptionContext,
  { listPage: page }: SharedPages,
  items: ListedItems,
): PageMetadata {
  const own = `/share/${type.name}`
  const at = (number: number): string => (number > 1 ? `${own}?page=${number}` : own)
  const title = `${page?.title ?? type.title}${items.page > 1 ? `（第 ${items.page} 页）` : ''}`
  const crumbs = crumbsOf(model, page?.trail ?? [{ title: '首页', path: model.site.pages.home }])
  const columns = (page?.columns ?? []).filter(({ field }) => field.name !== type.heading)
  const turns = [
    ...(items.page > 1 ? [{ rel: 'prev' as const, label: '上一页', address: at(items.page - 1) }] : []),
    ...(items.page < items.totalPage
      ? [{ rel: 'next' as const, label: '下一页', address: at(items.page + 1) }]
      : []),
  ]
  const main = html`<section class="eq-card eq-article"><h1>${title}</h1>
<p class="eq-muted">共 ${items.totalCount} 条</p>
<ul class="eq-shared-list">${items.list.map(
    (item) => html`<li><a href="${shareAddress(type.name, String(item.id))}">${String(item.title ?? '')}</a>
<p class="eq-muted">${summaryOf(
      model.dictionaries,
      columns.filter(({ field }) => !field.visible && (!field.system || field.name === 'publishedAt')),
      item,
    ).replaceAll('\n', ' · ')}</p></li>`,
  )}</ul></section>
${turns.length > 0 ? html`<nav class="eq-neighbours" aria-label="翻页">${turns.map(({ label, address }) => html`<a href="${address}">${label}</a>`)}</nav>` : null}`
  return {
    title,
    description: page?.description ?? `${model.site.name}的${type.title}，共 ${items.totalCount} 条`,
    address: `${origin}${at(items.page)}`,
    kind: 'website',
    data: [toCrumbData(origin, crumbs, { title, address: at(items.page) })],
    links: turns.map(({ rel, address }) => ({ rel, href: `${origin}${address}` })),
    ...(page ? { opens: page.path.replace(/\/:.*$/, '') } : {}),
    body: inFrame(model, crumbs, title, main),
  }
}

export function contentsPage(model: Model, origin: string): PageMetadata {
  const { site } = model
  const title = '内容目录'
  const main = html`<section class="eq-card eq-article"><h1>${title}</h1>
<ul class="eq-shared-list">${[...sharedPages(model).values()].map(
    ({ type, listPage: page }) =>
      html`<li><a href="/share/${type.name}">${page?.title ?? type.title}</a><p class="eq-muted">${page?.description ?? ''}</p></li>`,
  )}</ul></section>`
  const crumbs = [{ title: '首页', address: '/' }]
  return {
    title,
    description: site.description,
    address: `${origin}/share`,
    kind: 'website',
    data: [toCrumbData(origin, crumbs, { title, address: '/share' })],
    opens: site.pages.home,
    body: inFrame(model, crumbs, title, main),
  }
}
