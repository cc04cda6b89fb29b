// Registers the routes of the demo's identity provider, as a CAS server and an OpenID provider have them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { returnAddress } from '#server/identity/sso/service-address.ts'
import { isOwnOrigin } from '#server/platform/http/is-own-origin.ts'
import { originOf } from '#server/platform/http/require-host.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { Site } from '#shared/model/site.ts'
import { BACK_CHANNEL, toBackChannel } from './back-channel.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { messagePage, signInPage, toStyle } from './provider-pages.ts'

const COOKIE = 'equipnet-sso'
const HTML = 'text/html; charset=utf-8'
const MAX_FORM_BYTES = 4_096

type Fields = Readonly<Record<string, unknown>>

const textOf = (fields: unknown, name: string): string => {
  const value = (fields as Fields | null)?.[name]
  return typeof value === 'string' ? value : ''
}

export async function addProviderRoutes(
  app: FastifyInstance,
  provider: IdentityProvider,
  settings: Settings,
  site: () => Site,
): Promise<void> {
  const home = (request: FastifyRequest) => new URL('/', originOf(request, settings)).href
  const send = (reply: FastifyReply, status: number, html: string) =>
    reply.code(status).header('cache-control', 'no-store').type(HTML).send(html)
  const refuseService = (reply: FastifyReply) =>
    send(reply, 403, messagePage(site().name, '不能登录', '该应用没有在统一认证登记。'))
  /** Only this portal is registered. */
  const serviceOf = (request: FastifyRequest, fields: unknown): string | null => {
    const wanted = textOf(fields, 'service') || home(request)
    return returnAddress(home(request), wanted) === wanted ? wanted : null
  }
  const goBack = (reply: FastifyReply, service: string, params: Fields) => {
    const url = new URL(service)
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, String(value))
    return reply.header('cache-control', 'no-store').redirect(url.href, 303)
  }

  await app.register(async (own) => {
    own.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    own.get('/sso/style.css', (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(toStyle(site().colors)),
    )
    own.get('/sso/login', (request, reply) => {
      const service = serviceOf(request, request.query)
      if (service === null) return refuseService(reply)
      const ticket = provider.issue(readCookie(request), service)
      return ticket === null
        ? send(reply, 200, signInPage(site().name, { service }))
        : goBack(reply, service, { ticket })
    })
    own.post('/sso/login', async (request, reply) => {
      const service = serviceOf(request, request.body)
      if (service === null || !isOwnOrigin(request, settings)) return refuseService(reply)
      const [userName, password] = [textOf(request.body, 'username'), textOf(request.body, 'password')]
      const entry = await provider.enter(userName.slice(0, 40), password.slice(0, 64), request.ip)
      if (entry.kind !== 'in') {
        const problem =
          entry.kind === 'locked' ? '密码连续输错，请 15 分钟后再试。' : '账号或密码不正确，请重新输入。'
        return send(reply, 401, signInPage(site().name, { service, problem }))
      }
      writeCookie(request, reply, entry.visit)
      return goBack(reply, service, { ticket: provider.issue(entry.visit, service) ?? '' })
    })
    // OpenID Connect signs in here as a CAS client would, and goes on by the cookie.
    own.get('/sso/authorize', (request, reply) => {
      const [service, state] = [textOf(request.query, 'redirect_uri'), textOf(request.query, 'state')]
      if (service === '' || serviceOf(request, { service }) === null) return refuseService(reply)
      const [challenge, nonce] = [textOf(request.query, 'code_challenge'), textOf(request.query, 'nonce')]
      const code = provider.issue(readCookie(request), service, { challenge, nonce })
      if (code !== null) return goBack(reply, service, { code, state })
      const again = new URL(request.url, home(request)).href
      return reply.redirect(`/sso/login?${new URLSearchParams({ service: again })}`, 303)
    })
    own.get('/sso/logout', (request, reply) => {
      provider.leave(readCookie(request))
      writeCookie(request, reply, '')
      const wanted = textOf(request.query, 'service') || textOf(request.query, 'post_logout_redirect_uri')
      if (wanted && serviceOf(request, { service: wanted }) === wanted) return reply.redirect(wanted, 302)
      return send(reply, 200, messagePage(site().name, '已退出', '您已退出统一身份认证。'))
    })
    for (const { method, path } of BACK_CHANNEL)
      own.route({
        method,
        url: path,
        handler: async (request, reply) => {
          const isRead = method === 'GET'
          const fields = toFields(isRead ? request.query : request.body)
          const ask = toBackChannel(provider, home(request))
          const answer = await ask(isRead ? `${path}?${fields}` : path, { body: isRead ? null : fields })
          return reply
            .code(answer.status)
            .header('cache-control', 'no-store')
            .type(answer.headers.get('content-type') ?? '')
            .send(await answer.text())
        },
      })
  })
}

/** Of a query or a form; what is no text is left out. */
function toFields(given: unknown): URLSearchParams {
  const pairs = Object.entries(given ?? {})
  return new URLSearchParams(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

function readCookie({ headers }: FastifyRequest): string {
  const found = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')
  return found?.[1] ?? ''
}

function writeCookie(request: FastifyRequest, reply: FastifyReply, visit: string): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const end = visit === '' ? '; Max-Age=0' : ''
  reply.header('set-cookie', `${COOKIE}=${visit}; Path=/sso; HttpOnly; SameSite=Lax${secure}${end}`)
}
