// Serves the addresses for readers without scripts and search engines: items, lists, the table of contents.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { originOf } from '#server/platform/http/require-host.ts'
import type { Settings } from '#server/platform/settings.ts'
import { html } from '#server/publishing/documents/html.ts'
import { movedAddress, sendMoved } from '#server/publishing/documents/moved-address.ts'
import type { PageMetadata } from '#server/publishing/documents/page-metadata.ts'
import { readItem, readList, readNeighbours } from '#server/publishing/documents/read-shared.ts'
import type { SendPage } from '#server/publishing/portal/portal-page.ts'
import type { Model } from '#shared/model/model.ts'
import { itemPage } from './item-page.ts'
import { contentsPage, listPage } from './list-page.ts'
import { inFrame } from './page-frame.ts'
import { type SharedPages, sharedPages } from './shared-pages.ts'

const PAGE = /^[1-9]\d{0,5}$/

export class SharedAddresses {
  readonly #app: FastifyInstance
  readonly #source: ConfigurationSource
  readonly #settings: Settings

  constructor(app: FastifyInstance, source: ConfigurationSource, settings: Settings) {
    this.#app = app
    this.#source = source
    this.#settings = settings
  }

  get model(): Model {
    return this.#source.model
  }

  originOf(request: FastifyRequest): string {
    return originOf(request, this.#settings)
  }

  async item(request: FastifyRequest, shared: SharedPages, id: string): Promise<PageMetadata | undefined> {
    const item = await readItem(this.#app, request, shared, id)
    if (!item) return undefined
    const neighbours = await readNeighbours(this.#app, request, shared, id)
    const around = { model: this.model, type: shared.type, origin: this.originOf(request) }
    return itemPage(around, shared, item, neighbours)
  }

  async list(request: FastifyRequest, shared: SharedPages, page: number): Promise<PageMetadata | undefined> {
    const items = await readList(this.#app, request, shared, page)
    const around = { model: this.model, type: shared.type, origin: this.originOf(request) }
    return items && listPage(around, shared, items)
  }

  /** Returns the content of the address that the portal's page has behind `#`. */
  async behindHash(request: FastifyRequest): Promise<PageMetadata | undefined> {
    const { pathname, searchParams } = new URL(request.url, this.originOf(request))
    for (const shared of sharedPages(this.model).values()) {
      if (shared.page.path !== pathname) continue
      const id = searchParams.get(shared.parameter)
      const { params } = shared.page
      const isNamed = Object.entries(params).every(
        ([name, { required }]) => !required || searchParams.get(name),
      )
      return id && isNamed ? this.item(request, shared, id) : undefined
    }
    return undefined
  }
}

export function addShareRoutes(
  app: FastifyInstance,
  addresses: SharedAddresses,
  db: Kysely<Schema>,
  send: SendPage,
): void {
  const sendNotFound = (
    request: FastifyRequest,
    reply: FastifyReply,
    why: 'gone' | 'missing',
    shared?: SharedPages,
  ) => {
    const moved = shared ? undefined : movedAddress(addresses.model, request.url)
    if (moved !== undefined) return sendMoved(reply, moved)
    return send(request, reply.code(why === 'gone' ? 410 : 404), {
      shown: createNotFoundPage(addresses.model, addresses.originOf(request), why, shared),
    })
  }
  app.get('/share', async (request, reply) =>
    send(request, reply, { shown: contentsPage(addresses.model, addresses.originOf(request)) }),
  )
  app.get<{ Params: { type: string }; Querystring: { page?: unknown } }>(
    '/share/:type',
    async (request, reply) => {
      const shared = sharedPages(addresses.model).get(request.params.type)
      const { page = '1' } = request.query
      const isPage = typeof page === 'string' && PAGE.test(page)
      const shown = shared && isPage ? await addresses.list(request, shared, Number(page)) : undefined
      return shown ? send(request, reply, { shown }) : sendNotFound(request, reply, 'missing', shared)
    },
  )
  app.get<{ Params: { type: string; id: string } }>('/share/:type/:id', async (request, reply) => {
    const { type, id } = request.params
    const shared = sharedPages(addresses.model).get(type)
    const shown = shared && (await addresses.item(request, shared, id))
    if (shown) return send(request, reply, { shown })
    const wasThere = shared !== undefined && (await wasPublished(db, type, id))
    return sendNotFound(request, reply, wasThere ? 'gone' : 'missing', shared)
  })
}

/** Returns true for an item that was once public; other items are answered like unknown ids. */
async function wasPublished(db: Kysely<Schema>, type: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('item')
    .select('id')
    .where('id', '=', id)
    .where('type', '=', type)
    .where('publishedAt', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Builds the pages for deleted and unknown addresses, with links to continue. */
function createNotFoundPage(
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
