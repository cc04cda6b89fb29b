// Builds the pages for deleted and unknown addresses, with links to continue.

import { html } from '#server/publishing/documents/html.ts'
import type { PageMetadata } from '#server/publishing/documents/page-metadata.ts'
import type { Model } from '#shared/model/model.ts'
import { inFrame } from './page-frame.ts'
import type { SharedPages } from './shared-pages.ts'

export function createNotFoundPage(
  model: Model,
  origin: string,
  why: 'gone' | 'missing',
  shared?: SharedPages,
): PageMetadata {
  const [title, words] =
    why === 'gone'
      ? ['内容已下线', '这条内容已由发布者或运营人员下线，不再公开。']
      : ['没有找到这个页面', '地址可能有误，或者内容从未公开。']
  const search = model.site.pages.search
  const main = html`<section class="eq-card eq-article"><h1>${title}</h1>
<p>${words}您可以：</p>
<ul class="eq-shared-list">
${shared ? html`<li><a href="/share/${shared.type.name}">查看全部${shared.listPage?.title ?? shared.type.title}</a></li>` : null}
${search ? html`<li><a href="/#${search}">搜索其他内容</a></li>` : null}
<li><a href="/">返回首页</a></li>
</ul></section>`
  return {
    title,
    description: words,
    address: origin,
    kind: 'website',
    body: inFrame(model, [{ title: '首页', address: '/' }], title, main),
    isPlain: true,
  }
}
