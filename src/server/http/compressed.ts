// Owns the compression of answers made at run time, kept where the same text is sent again.
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Below it the header costs more than compression saves. */
const SMALLEST = 1024
const KEPT_QUALITY = 9
const PASSING_QUALITY = 4

/** Compressed forms by the object that stands for the text, as long as somebody holds it. */
const kept = new WeakMap<object, Map<Encoding, Promise<Buffer>>>()

function compress(text: string, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return gzip(text, { level: Math.min(quality, 6) })
  return brotli(text, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
      [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
}

function keptForm(owner: object, text: string, encoding: Encoding): Promise<Buffer> {
  const forms = kept.get(owner) ?? new Map<Encoding, Promise<Buffer>>()
  kept.set(owner, forms)
  const known = forms.get(encoding)
  if (known) return known
  const form = compress(text, encoding, KEPT_QUALITY)
  form.catch(() => forms.delete(encoding))
  forms.set(encoding, form)
  return form
}

/** Brotli where both are taken; `q=0` refuses an encoding. */
export function pickEncoding(accepted: string | undefined): Encoding | null {
  if (!accepted) return null
  const takes = (name: string): boolean =>
    accepted.split(',').some((part) => {
      const [encoding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      return encoding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}

/** Sends `text`; with an `owner`, its compressed form is made once and kept as long as the owner lives. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  owner?: object,
): Promise<FastifyReply> {
  if (text.length < SMALLEST) return reply.send(text)
  reply.header('vary', 'accept-encoding')
  const encoding = pickEncoding(request.headers['accept-encoding'])
  if (encoding === null) return reply.send(text)
  const form = owner ? keptForm(owner, text, encoding) : compress(text, encoding, PASSING_QUALITY)
  return reply.header('content-encoding', encoding).send(await form)
}
