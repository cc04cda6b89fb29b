// Sends a drawn picture: with its own ETag, compressed, under a strict content security policy.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pickEncoding, sendCompressed } from '#server/platform/http/compressed.ts'

/**
 * The content security policy of a picture that is opened by itself; colours are attributes, so that it needs no
 * styles.
 */
const NOTHING_ELSE = "default-src 'none'; sandbox"

export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: { readonly text: string; readonly digest: string },
  caching: string,
): Promise<FastifyReply> {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  // Each form of the same picture has bytes of its own, hence a mark of its own.
  const tag = `"${picture.digest}${encoding === null ? '' : `-${encoding}`}"`
  reply
    .header('etag', tag)
    .header('cache-control', caching)
    .header('vary', 'accept-encoding')
    .header('content-security-policy', NOTHING_ELSE)
  if (etagsOf(request.headers['if-none-match']).includes(tag)) return reply.code(304).send()
  return sendCompressed(request, reply.header('content-type', 'image/svg+xml'), picture.text, picture)
}

const etagsOf = (header: string | undefined): string[] => (header ?? '').split(',').map((mark) => mark.trim())
