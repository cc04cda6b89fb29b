// Sends a drawn picture: with its own ETag, compressed, under a strict content security policy.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pickEncoding, sendCompressed } from '#server/platform/http/compressed.ts'
import { isUnchanged } from '#server/platform/http/etag.ts'

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
    .header('cache-control', caching)
    .header('vary', 'accept-encoding')
    .header('content-security-policy', NOTHING_ELSE)
  if (isUnchanged(request, reply, tag)) return reply.send()
  return sendCompressed(request, reply.header('content-type', 'image/svg+xml'), picture.text, picture)
}
