// Keeps a browser's session in a cookie that scripts cannot read (SES-04), beside one that tells them which session it is.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#server/platform/settings.ts'
import type { Site } from '#shared/model/site.ts'

export interface BrowserSession {
  readonly token: string
  /** Public: names the session without opening it. */
  readonly id: string
}

/** The session of the browser that sent the request, and the answer's changes of it. */
export interface SessionCookie {
  /** Undefined where the browser has none, or has signed out without reaching the server. */
  read(): BrowserSession | undefined
  keep(session: BrowserSession, lifetimeMs: number): void
  /** Removes the session from the browser, if it is this one. */
  forget(token: string): void
}

const TOKEN = /^[\w-]{43}$/
const ID = /^[\w-]{1,40}$/

type Needs = Pick<Settings, 'publicUrl'>

/**
 * Returns the session of the request's browser. Two cookies belong together: the token, which is `HttpOnly`, and the
 * session's id, which the portal's pages read. Removing the id signs the browser out, as a page can do without the
 * network. `reply` is null where nothing is written. Where the portal's address is https, both are `Secure`, and no other host of the domain can set the token.
 *
 * @example
 * const cookie = sessionCookieOf(request, reply, model.site, settings)
 * cookie.read()?.id // → '0f8e…'
 */
export function sessionCookieOf(
  request: Pick<FastifyRequest, 'headers' | 'protocol'>,
  reply: Pick<FastifyReply, 'header'> | null,
  { storagePrefix }: Pick<Site, 'storagePrefix'>,
  { publicUrl }: Needs,
): SessionCookie {
  const isSecure = request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false)
  const tokenName = `${isSecure ? '__Host-' : ''}${storagePrefix}-session-token`
  const idName = `${storagePrefix}-session`
  const write = (name: string, value: string, seconds: number, more: string) =>
    void reply?.header(
      'set-cookie',
      `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}${more}`,
    )
  const writeBoth = ({ token, id }: BrowserSession, seconds: number) => {
    write(tokenName, token, seconds, '; HttpOnly')
    write(idName, id, seconds, '')
  }
  const read = () => {
    const token = cookieOf(request, tokenName, TOKEN)
    const id = cookieOf(request, idName, ID)
    return token === undefined || id === undefined ? undefined : { token, id }
  }
  return {
    read,
    keep: (session, lifetimeMs) => writeBoth(session, Math.floor(lifetimeMs / 1_000)),
    forget: (token) => {
      if (cookieOf(request, tokenName, TOKEN) === token) writeBoth({ token: '', id: '' }, 0)
    },
  }
}

/** The value of a cookie; undefined where there is none, or one of another form. */
export function cookieOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  name: string,
  form: RegExp,
): string | undefined {
  const entry = headers.cookie?.split('; ').find((one) => one.startsWith(`${name}=`))
  const value = entry?.slice(name.length + 1) ?? ''
  return form.test(value) ? value : undefined
}

/** Of a call that no browser sent. */
export const NO_SESSION_COOKIE: SessionCookie = {
  read: () => undefined,
  keep: () => undefined,
  forget: () => undefined,
}
