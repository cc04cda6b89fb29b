// Serves the built portal: hashed assets with unlimited caching, and the page at all page addresses.
import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { sendFailure } from '#server/platform/http/send-failure.ts'
import { movedAddress, sendMoved } from '#server/publishing/documents/moved-address.ts'
import type { PageMetadata } from '#server/publishing/documents/page-metadata.ts'
import { pageAddress } from '#server/publishing/feeds/build-feed.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { MenuNode } from '#shared/model/menu.ts'
import type { Model } from '#shared/model/model.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import type { SendPage } from './portal-page.ts'
import { toAddress } from './site-head.ts'

/** Files have an extension; a page's address has none. */
const FILE_ADDRESS = /\.\w+$/

const FOR_EVER = 'public, max-age=31536000, immutable'
/** Files that are called by what they hold. */
const HASHED = '/assets/:file(^[\\w.-]+$)'

/**
 * Adds the routes of the built portal in `folder`: its files, the page at `/`, and the page with its metadata at
 * addresses that display a public item or have feeds. A former address redirects to the current one. Files with a
 * hash in their name are cached without limit. If the folder does not exist, only the interface is served.
 *
 * @example
 * await addPortalRoutes(app, settings.built, source, { send, findShown: async () => undefined })
 */
export async function addPortalRoutes(
  app: FastifyInstance,
  folder: string,
  source: ConfigurationSource,
  {
    send,
    findShown,
  }: {
    readonly send: SendPage
    /** Returns the public content of an address that shows an item. */
    readonly findShown: (request: FastifyRequest) => Promise<PageMetadata | undefined>
  },
): Promise<void> {
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.slice(folder.length).replaceAll('\\', '/').startsWith('/assets/')
        reply.header('cache-control', isHashed ? FOR_EVER : 'no-cache')
      },
    })
    // Past the route of all files, which lists the whole folder for each of them to compare how the name is spelt.
    app.get<{ Params: { file: string } }>(HASHED, (request, reply) =>
      reply.sendFile(`/assets/${request.params.file}`),
    )
  }
  // Browsers ask for it where a page names no icon.
  app.get('/favicon.ico', (_request, reply) => {
    const { icon, logo } = source.model.site
    const picture = icon ?? logo
    return picture === undefined ? reply.code(204).send() : reply.redirect(toAddress(picture))
  })
  for (const path of ['/', '/index.html'])
    app.get(path, async (request, reply) => send(request, reply, { feeds: feedsOfMenu(source.model) }))
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method !== 'GET') return answerNotFound(request, reply)
    const path = request.url.split('?', 1)[0] as string
    const shown = await findShown(request)
    if (shown) return send(request, reply, { shown })
    const moved = movedAddress(source.model, request.url)
    if (moved !== undefined) return sendMoved(reply, moved)
    const feeds = feedsAt(source.model, path)
    return feeds.length > 0 ? send(request, reply, { feeds }) : answerNotFound(request, reply)
  })
}

function feedPages({ pages }: Model): ListPage[] {
  return pages.filter((page): page is ListPage => page.kind === 'list' && page.feed !== undefined)
}

/** Finds the pages that offer a feed: at their own address, and on the home page those of its menu. */
function feedsAt(model: Model, path: string): ListPage[] {
  return feedPages(model).filter((page) => pageAddress('', page.path) === path)
}

function feedsOfMenu(model: Model): ListPage[] {
  const addresses = new Set(model.menu.flatMap(addressesOf))
  return feedPages(model).filter((page) => addresses.has(pageAddress('', page.path)))
}

function addressesOf({ url, children }: MenuNode): string[] {
  return [...(url ? [url.split('?', 1)[0] as string] : []), ...children.flatMap(addressesOf)]
}

/**
 * The portal's pages are addressed behind `#`. A page request without it is redirected to the portal, which has its
 * own 404 page.
 */
function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = '', query] = request.url.split('?', 2)
  const isPage =
    request.method === 'GET' && request.headers.accept?.includes('text/html') && !FILE_ADDRESS.test(path)
  if (!isPage) return sendFailure(new Failure('NO_SUCH_ADDRESS'), request, reply)
  return reply.redirect(`/#${path}${query ? `?${query}` : ''}`, 302)
}
