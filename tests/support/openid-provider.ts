// Provides a real OpenID provider over HTTP that is not ours: oidc-provider, where any name signs in with any password.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

export const CLIENT_ID = 'equipnet'
export const CLIENT_SECRET = 'a-secret-of-tests-that-is-long-enough'

export interface OpenIdProvider {
  /** The issuer. */
  readonly url: string
  /** The claims of people, by the name with which they sign in. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>
  /** Addresses that were requested, with their queries. */
  readonly requested: URL[]
  close(): Promise<void>
}

/** `home` is the portal's address, which the provider knows. */
export async function startOpenIdProvider(home: string): Promise<OpenIdProvider> {
  const people: OpenIdProvider['people'] = new Map()
  const requested: URL[] = []
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [home],
        post_logout_redirect_uris: [home],
      },
    ],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      phone: ['phone_number', 'phone_number_verified'],
      groups: ['groups'],
    },
    scopes: ['openid', 'profile', 'phone', 'groups'],
    pkce: { required: () => true },
    cookies: { keys: ['tests'] },
    ttl: { AccessToken: 300, Grant: 300, IdToken: 300, Interaction: 300, Session: 300 },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', use: 'sig', alg: 'RS256' }] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, preferred_username: id, ...people.get(id) }),
    }),
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    requested.push(new URL(request.url ?? '/', url))
    void answer(request, response)
  })
  return {
    url,
    people,
    requested,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Signs in at the provider as a browser does; returns the address at which it leaves for the portal. */
export async function signInAtProvider(entry: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const send = async (address: string, form?: Readonly<Record<string, string>>) => {
    const answer = await fetch(address, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      body: form ? new URLSearchParams(form) : null,
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return answer
  }
  const { origin } = new URL(entry)
  let answer = await send(entry)
  for (let count = 0; count < 12; count += 1) {
    const location = answer.headers.get('location')
    if (location !== null) {
      const next = new URL(location, origin)
      if (next.origin !== origin) return next
      answer = await send(next.href)
      continue
    }
    const page = await answer.text()
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
    if (action === undefined) throw new Error(`the provider shows no form: ${answer.status} ${page}`)
    const isSignIn = page.includes('name="login"')
    answer = await send(
      action,
      isSignIn ? { prompt: 'login', login, password: 'any' } : { prompt: 'consent' },
    )
  }
  throw new Error('the provider does not come to an end')
}
