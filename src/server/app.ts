// Owns the assembly of the HTTP server, the same for service and tests.
import compress from '@fastify/compress'
import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance } from 'fastify'
import { constants } from 'node:zlib'
import { randomUUID } from 'node:crypto'
import { Failure } from '../shared/errors.ts'
import type { Services } from './call.ts'
import { addAnnouncements } from './configuration/announce.ts'
import { addConfigurationRoutes, ConfigurationBodies } from './configuration/configuration-routes.ts'
import type { ConfigurationSource } from './configuration/configuration-source.ts'
import { dispatcher, handlerOf } from './http/dispatch.ts'
import { addHealth } from './http/health.ts'
import { buildOpenApi } from './http/openapi.ts'
import { addPortalFiles } from './http/portal-files.ts'
import { sendRefusal } from './http/refusal.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { HANDLERS } from './handlers.ts'
import type { Settings } from './settings.ts'

export interface AppParts {
  readonly services: Services
  readonly source: ConfigurationSource
  readonly settings: Settings
  /** Folder of the built portal. */
  readonly portalFolder: string
}

const BODY_LIMIT = 1024 * 1024

/** What the declarations and the handlers do not agree on; empty when they do. */
export function findOrphans(source: ConfigurationSource): string[] {
  const declared = new Set(source.model.operations.map((operation) => operation.id))
  return [
    ...source.model.operations
      .filter((operation) => !handlerOf(operation))
      .map((operation) => `操作“${operation.id}”没有处理程序`),
    ...source.model.operations
      .filter((operation) => operation.access.length === 0)
      .map((operation) => `操作“${operation.id}”没有写明谁可以使用`),
    ...Object.keys(HANDLERS)
      .filter((id) => !declared.has(id))
      .map((id) => `处理程序“${id}”没有对应的操作`),
  ]
}

/** Throws with one line per disagreement between declared operations and handlers. */
export async function buildApp({ services, source, settings, portalFolder }: AppParts): Promise<FastifyInstance> {
  const orphans = findOrphans(source)
  if (orphans.length) throw new Error(orphans.join('\n'))
  const app = fastify({
    logger: settings.dev || settings.production ? { level: settings.production ? 'warn' : 'info', redact: ['req.headers.token'] } : { level: 'error' },
    disableRequestLogging: true,
    bodyLimit: BODY_LIMIT,
    trustProxy: settings.trustProxy.length ? [...settings.trustProxy] : false,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false },
  })
  addSecurityHeaders(app)
  app.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error))
  app.setNotFoundHandler(async () => {
    throw new Failure("NO_SUCH_ADDRESS")
  })
  await app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(websocket, { options: { maxPayload: 64 * 1024 } })
  const bodies = new ConfigurationBodies(source)
  addHealth(app, services)
  addConfigurationRoutes(app, source, bodies)
  addAnnouncements(app, source, settings)
  app.get('/openapi.json', async (request) =>
    buildOpenApi(source.model, settings.publicUrl ?? `${request.protocol}://${request.host}`),
  )
  const dispatch = dispatcher(services)
  for (const prefix of ['/newapi/*', '/file/*', '/messageInfo/*']) app.all(prefix, dispatch)
  await addPortalFiles(app, portalFolder, bodies, settings)
  return app
}

