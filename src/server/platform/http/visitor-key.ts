// Identifies a browser before its user has signed in, for uploads and single sign-on, by cookies that scripts cannot read.
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = 'equipnet_upload'
/** Uploads side by side each bring a key when there is none yet, so there may be a few; each has a name of its own. */
const KEY = new RegExp(`(?:^|; )${COOKIE}_[\\w-]{8}=([\\w-]{43})(?=;|$)`, 'g')
const MAX_KEYS = 20
/** Seconds: as long as such a file waits for its form. */
const LIVES = 24 * 3_600

/** Answers digests; the keys themselves are the browser's alone. */
export interface VisitorKey {
  all(): readonly string[]
  /** Gives the browser one where it has none, and lets it keep the one it has for longer. */
  ensure(): string
}

const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

export function visitorKeyOf(request: FastifyRequest, reply: FastifyReply): VisitorKey {
  const keys = () =>
    [...(request.headers.cookie ?? '').matchAll(KEY)].slice(0, MAX_KEYS).map((found) => found[1] ?? '')
  return {
    all: () => keys().map(digestOf),
    ensure: () => {
      const key = keys()[0] ?? randomBytes(32).toString('base64url')
      const secure = request.protocol === 'https' ? '; Secure' : ''
      reply.header(
        'set-cookie',
        `${COOKIE}_${key.slice(0, 8)}=${key}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${LIVES}${secure}`,
      )
      return digestOf(key)
    },
  }
}

/** Of a call that no browser sent. */
export const NO_VISITOR: VisitorKey = { all: () => [], ensure: () => '' }
