// Registers the route of the OpenAPI document.
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/call.ts'
import { Serialized } from '#server/platform/calls/serialized.ts'
import { sendCompressed } from '#server/platform/http/compressed.ts'
import { JSON_TYPE } from '#server/platform/http/envelope.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { Model } from '#shared/model/model.ts'
import { buildOpenApi } from './build-openapi.ts'

export function addOpenApiRoute(app: FastifyInstance, services: Services, settings: Settings): void {
  const documents = new WeakMap<Model, Serialized>()
  app.get('/openapi.json', async (request, reply) => {
    const model = services.model()
    const known = documents.get(model)
    const document = known ?? new Serialized(JSON.stringify(buildOpenApi(model, settings.publicUrl ?? '/')))
    if (!known) documents.set(model, document)
    reply.header('content-type', JSON_TYPE).header('cache-control', 'no-cache')
    return sendCompressed(request, reply, document.json, document)
  })
}
