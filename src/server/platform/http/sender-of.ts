// Owns telling who made a browser send a request: a script of our own pages, or something else that names the address.
import type { IncomingHttpHeaders } from 'node:http'

/**
 * `foreign`: the browser itself says that it was another site, a picture, a link or the address bar. `own`: it says that
 * it was a script of ours; so may whoever is no browser, which proves nothing.
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
