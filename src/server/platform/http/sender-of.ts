// Determines the sender of a request in a browser: a script of the portal's own pages, or anything else.
import type { IncomingHttpHeaders } from 'node:http'

/**
 * `foreign`: the browser itself reports another site, a picture, a link or the address bar. `own`: the browser
 * reports a script of the portal. A client that is not a browser may claim the same, so `own` proves nothing.
 */
export type RequestSender = 'own' | 'foreign'

export function senderOf(headers: IncomingHttpHeaders): RequestSender {
  const hasHeader = (name: string, ...allowed: string[]) => {
    const value = headers[name]
    return value === undefined || (typeof value === 'string' && allowed.includes(value))
  }
  const isOwn =
    hasHeader('sec-fetch-site', 'same-origin') &&
    hasHeader('sec-fetch-mode', 'cors', 'same-origin') &&
    hasHeader('sec-fetch-dest', 'empty')
  return isOwn ? 'own' : 'foreign'
}
