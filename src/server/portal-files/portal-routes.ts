// Owns serving the built portal: hashed assets for ever, the page itself with manifest and nonce put in, at items' addresses too.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../../shared/site.ts'
import type { ConfigurationBodies } from '../configuration/configuration-bodies.ts'
import type { ConfigurationSource } from '../configuration/configuration-source.ts'
import { feedsAt, feedsOfMenu } from '../feeds/feed-pages.ts'
import { sendCompressed } from '../http/compressed.ts'
import { answerNotFound } from '../http/not-found.ts'
import { newNonce, toPolicy } from '../http/security-headers.ts'
import type { Settings } from '../settings.ts'
import { type Inserted, toIndexPage } from './index-page.ts'
import { findItemPage, readItemHead } from './item-head.ts'
import { fillTemplate, toSiteBlock } from './site-head.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const NOT_BUILT =
  '<!doctype html><html lang="zh-CN"><head><title>尚未构建</title></head><body>页面尚未构建，请先运行 npm run build</body></html>'

/** `folder` is what the portal was built into; without it only the interface is served. */
export async function addPortalRoutes(
  app: FastifyInstance,
  folder: string,
  bodies: ConfigurationBodies,
  settings: Settings,
  source: ConfigurationSource,
): Promise<void> {
  const template = await readFile(join(folder, 'index.html'), 'utf8').catch(() => NOT_BUILT)
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
  }
  const { demo, map } = settings
  const filled = filledTemplates(template)
  // Where the operator keeps the map's outlines, when that is not here.
  const asks = map.url.startsWith('/') ? [] : [new URL(map.url).origin]
  const send = (request: FastifyRequest, reply: FastifyReply, found: Pick<Inserted, 'item' | 'feeds'>) => {
    const nonce = newNonce()
    const { site } = source.model
    const block = toSiteBlock(source.model, settings)
    const inserted = { manifest: bodies.manifest.json, nonce, demo, site, block, ...found }
    const page = toIndexPage(filled(site), inserted)
    reply
      .header('content-security-policy', toPolicy(nonce, asks))
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
    return sendCompressed(request, reply, page)
  }
  for (const path of ['/', '/index.html'])
    app.get(path, async (request, reply) => send(request, reply, { feeds: feedsOfMenu(source.model) }))
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] as string
    const page = request.method === 'GET' ? findItemPage(source.model, path) : undefined
    const origin = settings.publicUrl ?? `${request.protocol}://${request.headers.host ?? 'localhost'}`
    const item = page && (await readItemHead(app, request, { model: source.model, page, origin }))
    if (item) return send(request, reply, { item })
    const feeds = request.method === 'GET' ? feedsAt(source.model, path) : []
    return feeds.length > 0 ? send(request, reply, { feeds }) : answerNotFound(request, reply)
  })
}

/** Filled once for each configuration, and not for each visitor. */
function filledTemplates(template: string): (site: Site) => string {
  const known = new WeakMap<Site, string>()
  return (site) => {
    const page = known.get(site) ?? fillTemplate(template, site)
    known.set(site, page)
    return page
  }
}
