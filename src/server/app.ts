// Assembles the HTTP server for the service and for tests.
import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { addOpenApiRoute } from '#server/configuration/openapi/build-openapi.ts'
import { FRAME_LIMITS, type SocketLimits } from '#server/messaging/websocket/sockets.ts'
import { addSharePictureRoute } from '#server/publishing/pages/share-picture.ts'
import { addPictureRoutes } from '#server/publishing/pictures/picture-routes.ts'
import { perModel } from '#shared/model/per-model.ts'
import { ConfigurationBodies } from './configuration/configuration-bodies.ts'
import { addConfigurationRoutes } from './configuration/configuration-routes.ts'
import type { ConfigurationSource } from './configuration/configuration-source.ts'
import { passMigrationGuard } from './configuration/migration/migration-guard.ts'
import { ExtensionError, findUnknownHooks, withPortalHandlers } from './configuration/portal-code.ts'
import { followPublished } from './configuration/store/follow-published.ts'
import { Previews } from './configuration/store/previews.ts'
import { contentHandler } from './content/action-table.ts'
import type { FileStore } from './files/file-store.ts'
import { openFileStore } from './files/open-file-store.ts'
import { buildHandlers } from './handlers.ts'
import { cleanUpRegularly } from './identity/clean-up.ts'
import { registrationHandler } from './identity/registration/registration-handlers.ts'
import { ServiceKeys } from './identity/service-accounts/service-keys.ts'
import { Sessions } from './identity/sessions/sessions.ts'
import { buildSmsSender, type SmsSender } from './identity/sms/sms-sender.ts'
import { buildSso } from './identity/sso/build-sso.ts'
import type { SsoServer } from './identity/sso/sso-server.ts'
import { addWebsocketRoute } from './messaging/websocket/websocket-route.ts'
import { notedOnceOf } from './platform/audit/audit-once.ts'
import type { Services } from './platform/call.ts'
import { buildAccessLog } from './platform/health/access-log.ts'
import { addHealthRoutes } from './platform/health/health-routes.ts'
import { addMetrics } from './platform/health/metrics.ts'
import type { PortalCode } from './platform/hooks.ts'
import { answerClientError } from './platform/http/client-error.ts'
import { drainOnClose } from './platform/http/drain.ts'
import { drainBodies } from './platform/http/drain-body.ts'
import { MAX_BODY_BYTES, readJsonOnly } from './platform/http/read-json.ts'
import { readUploads } from './platform/http/read-upload.ts'
import { buildRequestId } from './platform/http/request-id.ts'
import { requireHost } from './platform/http/require-host.ts'
import { setSecurityHeaders } from './platform/http/security-headers.ts'
import { sendFailure } from './platform/http/send-failure.ts'
import { WriteLimits } from './platform/limits/write-limits.ts'
import { addOperationRoutes } from './platform/operations/dispatch.ts'
import { findMissingHandlers } from './platform/operations/find-missing-handlers.ts'
import { buildFindOperation } from './platform/operations/find-operation.ts'
import type { Settings } from './platform/settings.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import { addChangeRoutes } from './publishing/changes/change-routes.ts'
import type { StreamLimits } from './publishing/changes/change-stream.ts'
import { addEmbedRoutes } from './publishing/embed/embed-routes.ts'
import { addFeedRoutes } from './publishing/feeds/feed-routes.ts'
import { addShareRoutes, SharedAddresses } from './publishing/pages/share-routes.ts'
import { addQrRoute } from './publishing/pictures/qr-route.ts'
import { addDocsRoutes } from './publishing/portal/docs-routes.ts'
import { buildSendPage } from './publishing/portal/portal-page.ts'
import { addPortalRoutes } from './publishing/portal/portal-routes.ts'
import { LinkPreviews } from './publishing/releases/link-previews.ts'
import { addSitemapRoutes } from './publishing/sitemap/sitemap-routes.ts'
import { Closures } from './site/closures.ts'

/**
 * The parts that a server is assembled from. Parts that are absent are built from the services and settings; tests
 * replace them.
 *
 * @example
 * const parts: AppParts = { services, source, settings }
 */
export interface AppParts {
  readonly services: Services
  readonly source: ConfigurationSource
  readonly settings: Settings
  /** Folder of the built portal; the settings' unless a test says otherwise. */
  readonly portalFolder?: string
  readonly sessions?: Sessions
  readonly sms?: SmsSender
  /** The single sign-on server that the settings name, unless a test brings another. */
  readonly sso?: SsoServer
  readonly socketLimits?: SocketLimits
  /** The one that the settings name, unless it is open already. */
  readonly files?: FileStore
  readonly streamLimits?: StreamLimits
  readonly tracing?: Tracing | undefined
}

/** A file of some megabytes may take its time on a slow line. */
const REQUEST_TIMEOUT = 120_000
/** Longer than a load balancer keeps idle connections, so that it is not the one to be surprised. */
const KEEP_ALIVE = 72_000

/**
 * Assembles the HTTP server: operations, websocket, files, feeds, pictures and the built portal. It does not listen
 * yet. Throws `ConfigurationError` when an operation has no handler, or when the stored records do not fit the
 * configuration.
 *
 * @example
 * const app = await buildApp({ services, source, settings })
 * await app.listen({ port: settings.port, host: settings.host })
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { services, source, settings } = parts
  const sessions = parts.sessions ?? new Sessions(services)
  const sso = buildSso(services, settings, parts.sso)
  const files = parts.files ?? (await openFileStore(settings))
  const program = buildHandlers({
    source,
    sessions,
    files: { store: files, quota: settings.fileQuota, limits: settings.writeLimits },
    sms: {
      sender: parts.sms ?? buildSmsSender(settings, () => source.model.site.smsSign),
      mostPerDay: settings.smsPerDay,
    },
    sso: { settings, server: sso.server },
    map: settings.map,
    secondAdministrator: settings.secondAdministrator,
  })
  const handlersWith = perModel(({ handlers }: PortalCode) => withPortalHandlers(program, handlers))
  const sources = {
    handlers: () => handlersWith(source.code),
    forContent: contentHandler,
    forRegistration: registrationHandler,
  }
  await source.setGuard(async (model, code) => {
    try {
      const unknown = await findUnknownHooks(model, code.hooks)
      return [...findMissingHandlers(model, handlersWith(code)), ...unknown]
    } catch (error) {
      if (!(error instanceof ExtensionError)) throw error
      return [error.problem]
    }
  })
  await source.setCheck((model) => passMigrationGuard(services, model, { root: source.root }))
  const app = buildServer(settings, parts.tracing)
  await app.register(websocket, {
    options: FRAME_LIMITS,
    // Errors of client sockets are not logged, so that clients cannot fill the log.
    errorHandler: (_error, socket) => socket.terminate(),
  })
  await readUploads(app)
  const bodies = new ConfigurationBodies(source)
  addMetrics(app, settings.metricsToken, services.database)
  addHealthRoutes(app, services)
  addOpenApiRoute(app, services, settings)
  const links = new LinkPreviews(services, source)
  const previews = new Previews(source, services, (token) => links.findModel(token))
  addConfigurationRoutes(app, source, bodies, previews)
  addPictureRoutes(app, source)
  addQrRoute(app, settings)
  addFeedRoutes(app, source, settings)
  addEmbedRoutes(app, source, { ...settings, built: parts.portalFolder ?? settings.built })
  addChangeRoutes(app, { services, settings, ...(parts.streamLimits ? { limits: parts.streamLimits } : {}) })
  addWebsocketRoute(app, {
    source,
    settings,
    services,
    sessions,
    ...(parts.socketLimits ? { limits: parts.socketLimits } : {}),
  })
  const closures = new Closures(services)
  const limits = new WriteLimits(services, settings.writeLimits)
  addOperationRoutes(app, {
    services,
    sessions,
    keys: new ServiceKeys(services),
    limits,
    settings,
    previews: links,
    find: buildFindOperation(services, sources),
    requireOpen: (account, operation) => closures.refuse(account, operation),
  })
  await sso.addRoutes(app)
  const folder = parts.portalFolder ?? settings.built
  const send = await buildSendPage(folder, { bodies, settings, source, sessions, links })
  const addresses = new SharedAddresses(app, source, settings)
  addShareRoutes(app, addresses, services.db, send)
  addSharePictureRoute(app, addresses)
  addSitemapRoutes(app, addresses, services.db)
  const findShown = (request: FastifyRequest) => addresses.behindHash(request)
  addDocsRoutes(app, folder, settings)
  await addPortalRoutes(app, folder, source, { send, findShown })
  await sessions.start()
  await closures.start()
  const stopFollowing = await followPublished(source, services)
  const stopCleaning = cleanUpRegularly(services, files)
  app.addHook('onClose', async () => {
    stopCleaning()
    await stopFollowing()
    await closures.stop()
    await notedOnceOf(services).flush()
    await sessions.stop()
  })
  return app
}

function buildServer(settings: Settings, tracing?: Tracing): FastifyInstance {
  const isSecure = settings.publicUrl?.startsWith('https:') ?? false
  const logAccess = settings.accessLog ? buildAccessLog((line) => process.stdout.write(line)) : undefined
  const app = fastify({
    logger: { level: settings.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    genReqId: buildRequestId(settings),
    requestIdHeader: false,
    exposeHeadRoutes: true,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE,
    forceCloseConnections: 'idle',
    // While the server closes, it still serves requests on open connections and tells the clients to reconnect
    // elsewhere.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      logAccess?.(request, reply)
      setSecurityHeaders(request, reply, isSecure)
      sendFailure(error, request, reply)
    },
  })
  tracing?.traceRequests(app)
  app.addHook('onRequest', (request, reply, done) => {
    logAccess?.(request, reply)
    setSecurityHeaders(request, reply, isSecure)
    requireHost(request)
    done()
  })
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
  drainBodies(app)
  drainOnClose(app)
  readJsonOnly(app)
  return app
}
