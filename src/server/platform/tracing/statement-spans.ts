// Traces statements of the database within a request.
import { context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import {
  ATTR_DB_COLLECTION_NAME,
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_QUERY_SUMMARY,
  ATTR_DB_QUERY_TEXT,
  ATTR_DB_RESPONSE_STATUS_CODE,
  ATTR_DB_SYSTEM_NAME,
  ATTR_ERROR_TYPE,
  DB_SYSTEM_NAME_VALUE_POSTGRESQL,
} from '@opentelemetry/semantic-conventions'
import type { TraceStatement } from '#server/platform/database/database-handle.ts'

const MAX_TEXT_LENGTH = 8_000
const OPERATION = /^\W*(\w+)/
const TABLES = /\b(?:from|into|update|join)\s+"?([a-z_]+)"?/gi
/** As the conventions of OpenTelemetry have it. */
const MAX_SUMMARY_LENGTH = 255

/**
 * Values of requests are parameters, which the text holds as `$1`. Statements of timers and of the start have no
 * request to belong to and are left out.
 */
export function buildTraceStatement(tracer: Tracer): TraceStatement {
  return async (text, run) => {
    if (!trace.getSpan(context.active())) return run()
    const operation = OPERATION.exec(text)?.[1]?.toUpperCase() ?? 'UNKNOWN'
    const tables = [...new Set([...text.matchAll(TABLES)].map(([, table = '']) => table))]
    const summary = [operation, ...tables].join(' ').slice(0, MAX_SUMMARY_LENGTH)
    const span = tracer.startSpan(summary, {
      kind: SpanKind.CLIENT,
      attributes: {
        [ATTR_DB_SYSTEM_NAME]: DB_SYSTEM_NAME_VALUE_POSTGRESQL,
        [ATTR_DB_OPERATION_NAME]: operation,
        [ATTR_DB_QUERY_SUMMARY]: summary,
        [ATTR_DB_QUERY_TEXT]: text.slice(0, MAX_TEXT_LENGTH),
        ...(tables.length === 1 ? { [ATTR_DB_COLLECTION_NAME]: tables[0] } : {}),
      },
    })
    try {
      return await run()
    } catch (error) {
      const { code, name } = error as { code?: unknown; name: string }
      if (typeof code === 'string') span.setAttribute(ATTR_DB_RESPONSE_STATUS_CODE, code)
      span.setAttribute(ATTR_ERROR_TYPE, typeof code === 'string' ? code : name)
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }
}
