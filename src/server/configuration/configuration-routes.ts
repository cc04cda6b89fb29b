// Owns the compiled configuration over HTTP: the manifest, and page bodies under content-hashed addresses.
import { brotliCompressSync, constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { buildManifest, pageBody } from '../../config/manifest.ts'
import { Failure } from '../../shared/errors.ts'
import type { Model } from '../../shared/model.ts'
import type { ConfigurationSource } from './configuration-source.ts'

interface Body {
  readonly text: string
  packed?: Buffer
}

export interface CompiledBodies {
  readonly manifest: string
  readonly bodies: ReadonlyMap<string, Body>
}

function compileBodies(model: Model): CompiledBodies {
  return {
    manifest: JSON.stringify(buildManifest(model)),
    bodies: new Map(model.pages.map(pageBody).map(({ url, text }) => [url, { text }])),
  }
}

/** Keeps the bodies of the model before, too: a browser between two manifests still finds its page. */
export class ConfigurationBodies {
  current: CompiledBodies
  #previous: CompiledBodies | null = null

  constructor(source: ConfigurationSource) {
    this.current = compileBodies(source.model)
    source.on('swapped', (model) => {
      this.#previous = this.current
      this.current = compileBodies(model)
    })
  }

  find(url: string): Body | undefined {
    return this.current.bodies.get(url) ?? this.#previous?.bodies.get(url)
  }
}

export function addConfigurationRoutes(app: FastifyInstance, source: ConfigurationSource, bodies: ConfigurationBodies): void {
  app.get('/config/manifest.json', async (request, reply) => {
    const tag = `"${source.model.hash}"`
    reply.headers({ etag: tag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(bodies.current.manifest)
  })
  app.get('/config/pages/:name', async (request, reply) => {
    const body = bodies.find(request.url.split('?', 1)[0] as string)
    if (!body) throw new Failure('NO_SUCH_ADDRESS')
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('vary', 'accept-encoding')
    void reply.type('application/json; charset=utf-8')
    if (!String(request.headers['accept-encoding'] ?? '').includes('br')) return reply.send(body.text)
    body.packed ??= brotliCompressSync(body.text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    return reply.header('content-encoding', 'br').send(body.packed)
  })
}
