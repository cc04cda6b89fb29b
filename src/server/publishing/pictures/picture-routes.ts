// Serves the pictures of categories and the scenes, which it draws and caches until the configuration changes.
import type { FastifyInstance } from 'fastify'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { digestOf } from '#server/platform/http/etag.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import { CROPS, type Crop, type Scene, VARIANTS } from '#shared/model/scene-model.ts'
import { composeScene } from './draw/compose.ts'
import type { Thing } from './draw/pen.ts'
import { PictureStore } from './picture-store.ts'
import { sendPicture } from './send-picture.ts'

interface DrawnScene {
  readonly text: string
  readonly digest: string
}

interface SceneQuery {
  readonly name: string
  readonly variant: string
  readonly crop?: string | undefined
  readonly with?: string | undefined
}

/** About 10 MB with their compressed forms. */
const KEPT = 600

class SceneStore {
  readonly #source: ConfigurationSource
  readonly #pictures: PictureStore
  readonly #kept = new Map<string, DrawnScene>()
  #model: Model | undefined

  constructor(source: ConfigurationSource, pictures: PictureStore) {
    this.#source = source
    this.#pictures = pictures
  }

  /** Null where the address names anything that is not there. */
  async find({ name, variant, crop = 'card', with: front }: SceneQuery): Promise<DrawnScene | null> {
    const { scenes } = this.#source.model
    const scene = scenes?.scenes.find((one) => one.name === name)
    if (!scenes || !scene || !isVariant(variant) || !isCrop(crop)) return null
    if (this.#model !== this.#source.model) this.#kept.clear()
    this.#model = this.#source.model
    const key = `${name} ${variant} ${crop} ${front ?? ''}`
    const known = this.#kept.get(key)
    if (known) {
      // The latest come last, the first goes first.
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known
    }
    const things = await this.#thingsOf(scenes.palette.family, [
      ...named(scene),
      ...(front === undefined ? [] : [front]),
    ])
    if (front !== undefined && !things.has(front)) return null
    const text = composeScene({
      scene,
      palette: scenes.palette,
      variant: Number(variant),
      crop,
      ...(front === undefined ? {} : { front }),
      thing: (id) => things.get(id),
    })
    const drawn = { text, digest: digestOf(text) }
    this.#kept.set(key, drawn)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return drawn
  }

  async #thingsOf(family: string, ids: readonly string[]): Promise<Map<string, Thing>> {
    const found = await Promise.all(
      ids.map(async (id): Promise<[string, Thing][]> => {
        const picture = await this.#pictures.find(family, id)
        const thing = picture && toThing(picture.text)
        return thing ? [[id, thing]] : []
      }),
    )
    return new Map(found.flat())
  }
}

const isVariant = (variant: string): boolean => /^(0|[1-9]\d?)$/.test(variant) && Number(variant) < VARIANTS
const isCrop = (crop: string): crop is Crop => (CROPS as readonly string[]).includes(crop)

const named = ({ compositions }: Scene): string[] => [
  ...new Set(compositions.flat().flatMap(({ of = [] }) => of)),
]

/** Extracts the content of an illustration with the line and fill attributes of its root element. */
function toThing(text: string): Thing | null {
  const found = /<svg\b([^>]*)>([\s\S]*)<\/svg>/.exec(text)
  if (!found) return null
  const [, root = '', body = ''] = found
  return { body: `<g${root.replace(/\s(?:xmlns|viewBox|width|height)="[^"]*"/g, '')}>${body}</g>` }
}

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
