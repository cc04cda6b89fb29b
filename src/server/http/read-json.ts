// Owns the parsing of request bodies: JSON only, without prototype tricks; an empty body is none.
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../shared/errors.ts'

export const MAX_BODY_BYTES = 1024 * 1024

export function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string // `parseAs` says so
    if (text.trim() === '') return done(null, null)
    return parse(request, text, (error, value) => (error ? done(toBodyFailure(text)) : done(null, value)))
  })
}

/** Valid JSON that the parser refuses names a prototype. */
function toBodyFailure(text: string): Failure {
  try {
    JSON.parse(text)
    return new Failure('BAD_INPUT', { message: '提交的内容含有不允许的字段名' })
  } catch {
    return new Failure('BAD_JSON')
  }
}
