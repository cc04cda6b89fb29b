// Sets the security headers that every answer carries, errors included.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Scripts come from our own files only; styles too, or carry the nonce of their page. `asks`: other origins it reads from. */
export function toPolicy(nonce?: string, asks: readonly string[] = []): string {
  const style = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src ${style}`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    ["connect-src 'self'", ...asks].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "form-action 'self'",
  ].join('; ')
}

export const STRICT_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': toPolicy(),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
}

const HSTS = 'max-age=31536000; includeSubDomains'

export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): void {
  reply.headers(STRICT_HEADERS)
  reply.header('x-request-id', request.id)
  if (isSecure || request.protocol === 'https') reply.header('strict-transport-security', HSTS)
}

/** 128 bits, new for every page that is served. */
export function newNonce(): string {
  return randomBytes(16).toString('base64')
}
