// Registers the route of the OpenAPI document.
import type { FastifyInstance } from 'fastify'
import { Serialized } from '#server/platform/cache/read-cache.ts'
import type { Services } from '#server/platform/call.ts'
import { sendCompressed } from '#server/platform/http/compressed.ts'
import { JSON_TYPE } from '#server/platform/http/envelope.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { buildOpenApi } from './build-openapi.ts'

export function addOpenApiRoute(app: FastifyInstance, services: Services, settings: Settings): void {
  const documentOf = perModel(
    (model: Model) => new Serialized(JSON.stringify(buildOpenApi(model, settings.publicUrl ?? '/'))),
  )
  app.get('/openapi.json', async (request, reply) => {
    const document = documentOf(services.model())
    reply.header('content-type', JSON_TYPE).header('cache-control', 'no-cache')
    return sendCompressed(request, reply, document.json, document)
  })
}
