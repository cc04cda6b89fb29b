// Serves robots.txt and the sitemaps.
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { ShortCache } from '#server/platform/cache/short-cache.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { pickEncoding, sendCompressed } from '#server/platform/http/compressed.ts'
import type { SharedAddresses } from '#server/publishing/pages/share-routes.ts'
import { sharedPages } from '#server/publishing/pages/shared-pages.ts'
import { Failure } from '#shared/calls/errors.ts'
import { streamItems, writeIndex, writePages } from './sitemap.ts'

const XML = 'application/xml; charset=utf-8'
const AN_HOUR = 'public, max-age=3600'
/** Counting everything takes a while, and who asks again soon has to learn nothing new. */
const FRESH_MS = 600_000
const FILE = /^(\w+)-([1-9]\d{0,5})\.xml$/

export function addSitemapRoutes(app: FastifyInstance, addresses: SharedAddresses, db: Kysely<Schema>): void {
  app.get('/robots.txt', async (request, reply) =>
    reply
      .header('cache-control', AN_HOUR)
      .type('text/plain; charset=utf-8')
      .send(
        [
          'User-agent: *',
          // The pages of the portal read the interface, so that stays open too.
          'Allow: /',
          '',
          `Sitemap: ${addresses.originOf(request)}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  )
  const indexes = new ShortCache<string>(FRESH_MS)
  app.get('/sitemap.xml', async (request, reply) => {
    const origin = addresses.originOf(request)
    const index = await indexes.read(origin, () => writeIndex(db, addresses.model, origin))
    return sendXml(request, reply, index)
  })
  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const [, name = '', number] = FILE.exec(request.params.file) ?? []
    const origin = addresses.originOf(request)
    if (name === 'pages' && number === '1')
      return sendXml(request, reply, writePages(addresses.model, origin))
    const shared = sharedPages(addresses.model).get(name)
    const items = shared && (await streamItems(db, shared, origin, Number(number)))
    if (!items) throw new Failure('NO_SUCH_ADDRESS')
    reply.header('cache-control', AN_HOUR).header('vary', 'accept-encoding').type(XML)
    const stream = Readable.from(items)
    if (pickEncoding(request.headers['accept-encoding']) === null) return reply.send(stream)
    const packed = stream.on('error', (error) => packed.destroy(error)).pipe(createGzip())
    return reply.header('content-encoding', 'gzip').send(packed)
  })
}

const sendXml = (request: FastifyRequest, reply: FastifyReply, text: string) =>
  sendCompressed(request, reply.header('cache-control', AN_HOUR).type(XML), text)
