// Owns the pictures of categories, and scenes, over HTTP.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../shared/errors.ts'
import type { ConfigurationSource } from '../configuration/configuration-source.ts'
import { pickEncoding, sendCompressed } from '../http/compressed.ts'
import { PictureStore } from './picture-store.ts'
import { SceneStore } from './scene-store.ts'

const ENDING = '.svg'
/** Lists show dozens of them, and a picture that was drawn anew may be seen some minutes later. */
const A_WHILE = 'public, max-age=600'
/** A scene is the same for years; after an upgrade the next look shows the old one once more, and fetches the new one. */
const LONG = 'public, max-age=86400, stale-while-revalidate=2592000'
/** Colours stand in attributes, so that not even styles have to be allowed; opened alone, it is nobody's page. */
const NOTHING_ELSE = "default-src 'none'; sandbox"

export function addPictureRoutes(app: FastifyInstance, source: ConfigurationSource): void {
  const store = new PictureStore(source)
  app.get<{ Params: { family: string; file: string } }>('/pictures/:family/:file', async (request, reply) => {
    const { family, file } = request.params
    const picture = file.endsWith(ENDING) ? await store.find(family, file.slice(0, -ENDING.length)) : null
    if (!picture) throw new Failure('NO_SUCH_ADDRESS')
    return send(request, reply, picture, A_WHILE)
  })
  const scenes = new SceneStore(source, store)
  app.get<{ Params: { name: string; file: string }; Querystring: Record<string, unknown> }>(
    '/pictures/scene/:name/:file',
    async (request, reply) => {
      const { name, file } = request.params
      const { crop, with: front, ...others } = request.query
      const isAsked = [crop, front].every((value) => value === undefined || typeof value === 'string')
      const scene =
        file.endsWith(ENDING) && isAsked && Object.keys(others).length === 0
          ? await scenes.find({
              name,
              variant: file.slice(0, -ENDING.length),
              crop: crop as string | undefined,
              with: front as string | undefined,
            })
          : null
      if (!scene) throw new Failure('NO_SUCH_ADDRESS')
      return send(request, reply, scene, LONG)
    },
  )
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: { readonly text: string; readonly digest: string },
  caching: string,
): Promise<FastifyReply> {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  // Each form of the same picture has bytes of its own, hence a mark of its own.
  const tag = `"${picture.digest}${encoding === null ? '' : `-${encoding}`}"`
  reply
    .header('etag', tag)
    .header('cache-control', caching)
    .header('vary', 'accept-encoding')
    .header('content-security-policy', NOTHING_ELSE)
  if (marksOf(request.headers['if-none-match']).includes(tag)) return reply.code(304).send()
  return sendCompressed(request, reply.header('content-type', 'image/svg+xml'), picture.text, picture)
}

const marksOf = (header: string | undefined): string[] => (header ?? '').split(',').map((mark) => mark.trim())
