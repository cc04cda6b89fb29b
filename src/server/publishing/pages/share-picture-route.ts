// Serves the preview picture of shared item addresses.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describeItem } from '#server/publishing/documents/describe-item.ts'
import { readItem } from '#server/publishing/documents/read-shared.ts'
import { Failure } from '#shared/calls/errors.ts'
import { drawShared, type SharedPicture } from './share-picture.ts'
import type { SharedAddresses } from './share-routes.ts'
import { sharedPages } from './shared-pages.ts'

/** Each about 60 KB. */
const KEPT = 100
/**
 * The queue limit; further requests are asked to repeat, since each picture takes a tenth of a second of the machine.
 */
const MAX_WAITING = 12
const CACHING = 'public, max-age=3600, stale-while-revalidate=86400'

export function addSharePictureRoute(app: FastifyInstance, addresses: SharedAddresses): void {
  const kept = new Map<string, Buffer>()
  let waiting = 0

  const draw = async (key: string, shared: SharedPicture): Promise<Buffer> => {
    if (waiting >= MAX_WAITING) throw new Failure('UNAVAILABLE')
    waiting += 1
    try {
      const drawn = await drawShared(shared)
      kept.set(key, drawn)
      const [oldest] = kept.keys()
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
      return drawn
    } finally {
      waiting -= 1
    }
  }

  app.get<{ Params: { type: string; id: string } }>(
    '/share/:type/:id/picture.png',
    async (request, reply) => {
      const shared = await gather(app, addresses, request, request.params)
      if (!shared) throw new Failure('NOT_FOUND')
      const key = keyOf(shared)
      const tag = `"${key}"`
      reply.header('etag', tag).header('cache-control', CACHING)
      if (request.headers['if-none-match'] === tag) return reply.code(304).send()
      const picture = kept.get(key) ?? (await draw(key, shared))
      return reply.header('content-type', 'image/png').send(picture)
    },
  )
}

/** Returns the key of a picture, which changes with everything that changes the picture. */
function keyOf({ title, kind, portal, colors, image, mark }: SharedPicture): string {
  const hash = createHash('sha256').update(JSON.stringify([title, kind, portal, colors]))
  for (const bytes of [image, mark]) hash.update('\0').update(bytes ?? '')
  return hash.digest('hex').slice(0, 32)
}

/** Undefined where a visitor may not read the item. */
async function gather(
  app: FastifyInstance,
  addresses: SharedAddresses,
  request: FastifyRequest,
  { type, id }: { readonly type: string; readonly id: string },
): Promise<SharedPicture | undefined> {
  const { model } = addresses
  const pages = sharedPages(model).get(type)
  const item = pages && (await readItem(app, request, pages, id))
  if (!item) return undefined
  const { title, image } = describeItem({ model, type: pages.type, origin: '' }, pages.share, item)
  const { name: portal, colors, icon } = model.site
  const fetched = (address: string | undefined) =>
    address?.startsWith('/') ? fetchOwn(app, request, address) : undefined
  return {
    title,
    kind: pages.type.title,
    portal,
    colors,
    image: await fetched(image),
    mark: await fetched(icon && `/config/${icon.file}?v=${icon.version}`),
  }
}

/** As every visitor gets it. */
async function fetchOwn(
  app: FastifyInstance,
  request: FastifyRequest,
  url: string,
): Promise<Buffer | undefined> {
  const { statusCode, headers, rawPayload } = await app.inject({
    method: 'GET',
    url,
    remoteAddress: request.ip,
    headers: { host: request.headers.host ?? 'localhost' },
  })
  const isImage = String(headers['content-type']).startsWith('image/')
  return statusCode === 200 && isImage ? rawPayload : undefined
}
