// Compresses answers at run time, and caches the result for texts that are sent again.
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { perModel } from '#shared/model/per-model.ts'

type Encoding = 'br' | 'gzip'
const ENCODINGS: Encoding[] = ['br', 'gzip']
/** Bytes are UTF-8. */
type Text = string | Buffer

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Below it the header costs more than compression saves. */
const SMALLEST = 1024
const KEPT_QUALITY = 9
const PASSING_QUALITY = 4
const VARIES = 'accept-encoding'

/** Compressed forms by the object that represents the text, as long as that object is referenced. */
const formsOf = perModel((_owner: object) => new Map<Encoding, Promise<Buffer>>())

function compress(text: Text, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return gzip(text, { level: Math.min(quality, 6) })
  return brotli(text, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
      [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
}

function keep(owner: object, text: Text, encoding: Encoding): Promise<Buffer> {
  const forms = formsOf(owner)
  const form = compress(text, encoding, KEPT_QUALITY)
  form.catch(() => forms.delete(encoding))
  forms.set(encoding, form)
  return form
}

/** Brotli where a client prefers neither; `q=0` refuses an encoding. */
export const pickEncoding = (accepted = ''): Encoding | null => negotiate(accepted.toLowerCase(), ENCODINGS)

/**
 * Sends `text`; with an `owner`, its compressed form is made once and kept as long as the owner lives, and text that
 * has to be written first is written only where there is no such form.
 */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Text | (() => string),
  owner?: object,
): Promise<FastifyReply> {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const known = owner && encoding ? formsOf(owner).get(encoding) : undefined
  if (known && encoding) return sendForm(reply, encoding, await known)
  const written = typeof text === 'function' ? text() : text
  if (written.length < SMALLEST) return reply.send(written)
  if (encoding === null) return reply.header('vary', VARIES).send(written)
  const form = owner ? keep(owner, written, encoding) : compress(written, encoding, PASSING_QUALITY)
  return sendForm(reply, encoding, await form)
}

const sendForm = (reply: FastifyReply, encoding: Encoding, form: Buffer): FastifyReply =>
  reply.header('vary', VARIES).header('content-encoding', encoding).send(form)
