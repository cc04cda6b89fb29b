// Owns telling who made a browser send a request: a script of our own pages, or something else that names the address.
import type { IncomingHttpHeaders } from 'node:http'

/**
 * `script`: carries a header that no picture, link or form can send, and other sites only where we allow it, which is
 * nowhere. `foreign`: the browser itself says that it was another site, a picture, a link or the address bar.
 * `unknown`: an old browser, or none.
 */
export type RequestSender = 'script' | 'foreign' | 'unknown'

/** Value `x-requested-with` of our own scripts; any other is as good. */
export function senderOf(headers: IncomingHttpHeaders): RequestSender {
  const says = (name: string, ...allowed: string[]) => {
    const value = headers[name]
    return value === undefined || (typeof value === 'string' && allowed.includes(value))
  }
  const isOwn =
    says('sec-fetch-site', 'same-origin') &&
    says('sec-fetch-mode', 'cors', 'same-origin') &&
    says('sec-fetch-dest', 'empty')
  if (!isOwn) return 'foreign'
  return headers['x-requested-with'] === undefined ? 'unknown' : 'script'
}
