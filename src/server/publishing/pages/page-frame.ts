// Builds the frame of script-free pages: portal name, breadcrumbs, text.

import { type Html, html } from '#server/publishing/documents/html.ts'
import type { Model } from '#shared/model/model.ts'
import type { PageBase } from '#shared/model/page-model.ts'
import { sharedPages } from './shared-pages.ts'

/** The optional last parameter of a page's path. */
const OPTIONAL = /\/:[^/]+\?$/

interface Crumb {
  readonly title: string
  readonly address: string
}

export function inFrame({ site }: Model, crumbs: readonly Crumb[], here: string, main: Html): string {
  return html`<div class="eq-before"><header><div class="eq-before-strip"></div>
<div class="eq-wrap eq-before-head"><a class="eq-before-name" href="/">${site.name}</a></div>
<div class="eq-before-nav"></div></header>
<main class="eq-wrap eq-shared">
<nav class="eq-breadcrumb" aria-label="当前位置"><ol>${crumbs.map(
    ({ title, address }) => html`<li><a href="${address}">${title}</a></li>`,
  )}<li aria-current="page">${here}</li></ol></nav>
${main}
</main></div>`.text
}

/** From the entrance down; a list leads to its own address without `#`. */
export function crumbsOf(model: Model, trail: PageBase['trail']): Crumb[] {
  const lists = new Map(
    [...sharedPages(model).values()].map(({ type, listPage }) => [
      listPage?.path.replace(OPTIONAL, ''),
      `/share/${type.name}`,
    ]),
  )
  return trail.map(({ title, path }) => ({
    title,
    address: path === model.site.pages.home ? '/' : (lists.get(path) ?? `/#${path}`),
  }))
}

/** As schema.org has it; what has no address of its own is only named. */
export function toCrumbData(origin: string, crumbs: readonly Crumb[], here: Crumb): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [...crumbs, here].map(({ title, address }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      ...(address.includes('#') ? {} : { item: `${origin}${address}` }),
    })),
  }
}
