// Parses request bodies: JSON only, up to the size that the address accepts, safe against prototype pollution.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '#shared/calls/errors.ts'

export const MAX_BODY_BYTES = 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** Most bytes that the body may have; set when the address is known. */
    bodyBytes: number
  }
}

/** An empty body is none. */
export function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.decorateRequest('bodyBytes', MAX_BODY_BYTES)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    readText(request, payload).then(
      (text) => {
        if (text.trim() === '') return done(null, null)
        return parse(request, text, (error, value) => (error ? done(toBodyFailure(text)) : done(null, value)))
      },
      (error: Error) => done(error),
    )
  })
}

/** `most` in bytes. */
export function bodyTooLarge(most: number): Failure {
  return new Failure('BODY_TOO_LARGE', {
    message: `提交的内容过大，最多 ${Math.floor(most / 1024)} KB，请精简后再提交`,
  })
}

/** Refuses by the announced length, and again by what really arrives; the rest is not read. */
function readText(request: FastifyRequest, payload: FastifyRequest['raw']): Promise<string> {
  const most = request.bodyBytes
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  if (announced > most) return Promise.reject(bodyTooLarge(most))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const refuse = (error: Error) => {
      payload.off('data', take).off('end', finish).off('error', refuse)
      payload.on('error', () => undefined).pause()
      reject(error)
    }
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > most) return refuse(bodyTooLarge(most))
      chunks.push(chunk)
    }
    const finish = () => {
      if (announced >= 0 && bytes !== announced) return refuse(new Failure('BAD_JSON'))
      resolve(Buffer.concat(chunks).toString('utf8'))
    }
    payload.on('data', take).on('end', finish).on('error', refuse)
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
