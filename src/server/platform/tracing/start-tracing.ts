// Sends traces to an OpenTelemetry receiver. Loaded only where one is set.
import { randomUUID } from 'node:crypto'
import { DiagLogLevel, diag, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions'
import { buildIsTrusted } from '#server/platform/http/request-id.ts'
import type { Settings } from '#server/platform/settings.ts'
import { traceRequests } from './request-spans.ts'
import { buildTraceStatement } from './statement-spans.ts'
import type { Tracing } from './tracing.ts'

const NAME = 'equipnet'
/** A receiver that is out of reach fails every few seconds. */
const REPORT_EVERY_MS = 600_000

/**
 * Starts tracing: OTLP over HTTP, in JSON, to `/v1/traces` below `url`. All other settings of the packages count too,
 * such as `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` and `OTEL_EXPORTER_OTLP_HEADERS`.
 */
export function startTracing({
  url,
  trustProxy,
}: Pick<Settings, 'trustProxy'> & { readonly url: string }): Tracing {
  reportFailures(url)
  const own = { [ATTR_SERVICE_NAME]: NAME, [ATTR_SERVICE_INSTANCE_ID]: randomUUID() }
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  const tracer = trace.getTracer(NAME)
  return {
    traceRequests: (app) => traceRequests(app, tracer, buildIsTrusted({ trustProxy })),
    traceStatement: buildTraceStatement(tracer),
    stop: () => provider.shutdown().catch(() => undefined),
  }
}

function reportFailures(url: string): void {
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = () => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = performance.now()
    console.error(`未能把跟踪数据发送到 ${new URL(url).host}，服务不受影响`)
  }
  const ignore = () => undefined
  const logger = { error: report, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
}
