// Reads the API's response to a visitor, so that feeds contain nothing else.
import type { FastifyInstance } from 'fastify'
import { Failure } from '#shared/calls/errors.ts'
import { fillParams } from '#shared/expressions/placeholder.ts'
import type { Source } from '#shared/model/page-model.ts'

type Query = Readonly<Record<string, string>>

/** For whom it is read: limits count for this address. */
export interface Asking {
  readonly ip: string
  readonly headers: { readonly host?: string | undefined }
}

const PATH_PARAMETER = /\{(\w+)\}/g

export interface VisitorAnswer {
  readonly status: number
  /** The whole envelope as text. */
  readonly body: string
  readonly data: unknown
}

/** Throws `UNAVAILABLE` where the answer is missing for now only: no search engine may take the page for deleted. */
export function requireAnswer({ status }: VisitorAnswer): void {
  if (status === 429 || status >= 500) throw new Failure('UNAVAILABLE')
}

/** `more` are parameters besides those that the source has itself. */
export async function readAsVisitor(
  app: FastifyInstance,
  request: Asking,
  source: Source,
  query: Query,
  more: Query = {},
): Promise<VisitorAnswer> {
  const { statusCode, body } = await app.inject({
    method: 'GET',
    url: toUrl(source, query, more),
    remoteAddress: request.ip,
    headers: { host: request.headers.host ?? 'localhost' },
  })
  const { data = null } = statusCode === 200 ? (JSON.parse(body) as { readonly data?: unknown }) : {}
  return { status: statusCode, body, data }
}

function toUrl(source: Source, query: Query, more: Query): string {
  const filled = { ...more, ...fillParams(source.params, { query }) } as Record<string, unknown>
  const path = source.path.replace(PATH_PARAMETER, (_, name: string) => {
    const value = filled[name]
    delete filled[name]
    return encodeURIComponent(String(value ?? ''))
  })
  const rest = new URLSearchParams(
    Object.fromEntries(Object.entries(filled).map(([name, value]) => [name, String(value)])),
  )
  return rest.size > 0 ? `${path}?${rest}` : path
}
