// Owns the address of the OpenAPI document.
import type { FastifyInstance } from 'fastify'
import type { Model } from '../../shared/model.ts'
import type { Services } from '../call.ts'
import { sendCompressed } from '../http/compressed.ts'
import { JSON_TYPE } from '../http/envelope.ts'
import { Serialized } from '../http/serialized.ts'
import type { Settings } from '../settings.ts'
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
