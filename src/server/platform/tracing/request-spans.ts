// Traces requests: one server span each, in whose context everything runs that the request causes.
import { Socket } from 'node:net'
import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_URL_PATH,
  ATTR_URL_SCHEME,
} from '@opentelemetry/semantic-conventions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The same id as in the access log and in the answer. */
const REQUEST_ID = 'equipnet.request.id'

/**
 * Adds the hook. The context of `traceparent` is continued where `isTrusted` holds, as anybody could make traces seem
 * to belong together. Attributes hold no query and nothing of the client.
 */
export function traceRequests(
  app: FastifyInstance,
  tracer: Tracer,
  isTrusted: (request: FastifyRequest['raw']) => boolean,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    // The server also asks itself; what that causes belongs to the request that it answers.
    if (!(request.raw.socket instanceof Socket)) return done()
    const parent = isTrusted(request.raw) ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, parent)
    reply.raw.once('close', () => end(span, request, reply))
    context.with(trace.setSpan(parent, span), done)
  })
}

function end(span: Span, request: FastifyRequest, { raw }: FastifyReply): void {
  const { method, id, protocol, url } = request
  const operation = request.match?.operation
  const route = operation?.path ?? request.routeOptions.url
  span.updateName(operation?.id ?? (route === undefined ? method : `${method} ${route}`))
  span.setAttributes({
    [ATTR_HTTP_REQUEST_METHOD]: method,
    [ATTR_URL_SCHEME]: protocol,
    [ATTR_URL_PATH]: url.split('?', 1)[0] ?? '',
    [REQUEST_ID]: id,
    ...(route === undefined ? {} : { [ATTR_HTTP_ROUTE]: route }),
    ...(raw.headersSent ? { [ATTR_HTTP_RESPONSE_STATUS_CODE]: raw.statusCode } : {}),
  })
  if (raw.headersSent && raw.statusCode >= 500) {
    span.setAttribute(ATTR_ERROR_TYPE, String(raw.statusCode))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}
