// Owns the parsing of request bodies: JSON only, without prototype tricks; an empty body is none.
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../shared/errors.ts'

export const MAX_BODY_BYTES = 1024 * 1024

export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = body as string // `parseAs` says so
    if (text.trim() === '') return done(null, null)
    try {
      done(null, JSON.parse(text, refusePrototype))
    } catch (error) {
      done(error instanceof Failure ? error : new Failure('BAD_JSON'))
    }
  })
}

/** Throws for keys that could reach a prototype; nothing of ours is ever called so. */
function refusePrototype(this: unknown, key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Failure('BAD_INPUT', { message: '提交的内容含有不允许的字段名' })
  return value
}
