// Serves the pages that partner sites show in frames: /embed/list and /embed/map. All other pages refuse foreign frames.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { originOf } from '#server/platform/http/require-host.ts'
import { newNonce } from '#server/platform/http/security-headers.ts'
import type { Settings } from '#server/platform/settings.ts'
import { sharedPages } from '#server/publishing/pages/shared-pages.ts'
import { Failure } from '#shared/calls/errors.ts'
import { COUNT, embedList } from './embed-list.ts'
import { embedMap } from './embed-map.ts'
import { type EmbedPage, toEmbedPage } from './embed-page.ts'

/** Seconds for which browsers and caches keep a page; it is the same for everybody. */
const LIFETIME = 60

/**
 * Adds the embedded pages. Without `EMBED_ORIGINS` they open, but in no frame of another site.
 *
 * @example
 * addEmbedRoutes(app, source, settings) // <iframe src="https://portal.example/embed/list?type=news&count=5">
 */
export function addEmbedRoutes(app: FastifyInstance, source: ConfigurationSource, settings: Settings): void {
  const send = (reply: FastifyReply, page: EmbedPage) => {
    const nonce = newNonce()
    const ancestors = ["'self'", ...settings.embedOrigins].join(' ')
    return reply
      .removeHeader('x-frame-options')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`,
      )
      .header('cache-control', `public, max-age=${LIFETIME}`)
      .type('text/html; charset=utf-8')
      .send(toEmbedPage(source.model, nonce, page))
  }
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>('/embed/list', async (request, reply) => {
    const { type, count } = request.query
    const shared = sharedPages(source.model).get(String(type))
    if (!shared) {
      const names = [...sharedPages(source.model).keys()].join('、')
      throw new Failure('BAD_PARAMETER', { message: `参数 type 应为 ${names} 之一` })
    }
    const origin = originOf(request, settings)
    return send(reply, await embedList(app, request, shared, { origin, count: readCount(count) }))
  })
  app.get('/embed/map', async (request, reply) => {
    const page = await embedMap(app, request, source.model, { origin: originOf(request, settings), settings })
    if (page === undefined) throw new Failure('NO_SUCH_ADDRESS')
    return send(reply, page)
  })
}

function readCount(given: unknown): number {
  if (given === undefined) return COUNT.usual
  const count = /^\d{1,2}$/.test(String(given)) ? Number(given) : 0
  if (count >= 1 && count <= COUNT.most) return count
  throw new Failure('BAD_PARAMETER', { message: `参数 count 应为 1 到 ${COUNT.most} 的整数` })
}
