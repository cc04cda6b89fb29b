// Lets a browser that has opened a preview link fetch the pictures of what it shows, by a cookie for files only.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = 'equipnet_preview'
const KEY = new RegExp(`(?:^|; )${COOKIE}=([\\w-]{43})(?=;|$)`)

export interface PreviewKey {
  /** The digest of the link that was opened last; undefined for none. */
  digest(): string | undefined
  /** Keeps the token until the link ends, and tells search engines to leave the answer alone. */
  keep(token: string, seconds: number): void
}

/** Of a link only the digest is stored. */
export const digestOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

export function previewKeyOf(request: FastifyRequest, reply: FastifyReply): PreviewKey {
  return {
    digest: () => {
      const token = KEY.exec(request.headers.cookie ?? '')?.[1]
      return token === undefined ? undefined : digestOfToken(token)
    },
    keep: (token, seconds) => {
      const secure = request.protocol === 'https' ? '; Secure' : ''
      reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
      reply.header(
        'set-cookie',
        `${COOKIE}=${token}; Path=/file; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`,
      )
    },
  }
}
