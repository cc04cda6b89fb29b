// Serves the pictures of categories and the scenes over HTTP.
import type { FastifyInstance } from 'fastify'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { Failure } from '#shared/calls/errors.ts'
import { PictureStore } from './picture-store.ts'
import { SceneStore } from './scene-store.ts'
import { sendPicture } from './send-picture.ts'

const ENDING = '.svg'
/** Lists show dozens of them, and a picture that was drawn anew may be seen some minutes later. */
const A_WHILE = 'public, max-age=600'
/** A scene is the same for years; after an upgrade the next look shows the old one once more, and fetches the new one. */
const LONG = 'public, max-age=86400, stale-while-revalidate=2592000'

/**
 * Adds the routes of the drawn pictures: categories at `/pictures/<family>/<category>.svg`, scenes at
 * `/pictures/scene/<name>/<variant>.svg`. An unknown picture is refused with `NO_SUCH_ADDRESS`.
 *
 * @example
 * addPictureRoutes(app, source)
 */
export function addPictureRoutes(app: FastifyInstance, source: ConfigurationSource): void {
  const store = new PictureStore(source)
  app.get<{ Params: { family: string; file: string } }>('/pictures/:family/:file', async (request, reply) => {
    const { family, file } = request.params
    const picture = file.endsWith(ENDING) ? await store.find(family, file.slice(0, -ENDING.length)) : null
    if (!picture) throw new Failure('NO_SUCH_ADDRESS')
    return sendPicture(request, reply, picture, A_WHILE)
  })
  const scenes = new SceneStore(source, store)
  app.get<{ Params: { name: string; file: string }; Querystring: Record<string, unknown> }>(
    '/pictures/scene/:name/:file',
    async (request, reply) => {
      const { name, file } = request.params
      const { crop, with: front, ...others } = request.query
      const isValidQuery = [crop, front].every((value) => value === undefined || typeof value === 'string')
      const scene =
        file.endsWith(ENDING) && isValidQuery && Object.keys(others).length === 0
          ? await scenes.find({
              name,
              variant: file.slice(0, -ENDING.length),
              crop: crop as string | undefined,
              with: front as string | undefined,
            })
          : null
      if (!scene) throw new Failure('NO_SUCH_ADDRESS')
      return sendPicture(request, reply, scene, LONG)
    },
  )
}
