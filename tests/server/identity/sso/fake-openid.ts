// Provides an OpenID provider for tests that answers what a case tells it to: wrong tokens, silence, errors.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

export const CLIENT_ID = 'equipnet'

type Endpoint = '/.well-known/openid-configuration' | '/jwks' | '/token' | '/userinfo'
type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface FakeOpenId {
  readonly url: string
  readonly requested: string[]
  /** What the ID token says otherwise than a right one; undefined leaves a claim out. */
  claims: Readonly<Record<string, unknown>>
  /** How the ID token is signed otherwise than by the key that the provider lists. */
  signature: 'own' | 'foreign' | 'none' | 'missing'
  userInfo: Readonly<Record<string, unknown>>
  discovery: Readonly<Record<string, unknown>>
  /** Endpoints that answer otherwise. */
  readonly otherwise: Map<Endpoint, Answer>
  /** As new: everything is right. */
  reset(): void
  close(): Promise<void>
}

export async function startFakeOpenId(): Promise<FakeOpenId> {
  const own = await generateKeyPair('ES256')
  const foreign = await generateKeyPair('ES256')
  const right = { claims: {}, signature: 'own', userInfo: {}, discovery: {} } as const
  const sign = async (nonce: string): Promise<string | undefined> => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: fake.url,
      sub: 'one',
      aud: CLIENT_ID,
      iat: now,
      exp: now + 300,
      nonce,
      ...fake.claims,
    }
    const payload = JSON.parse(JSON.stringify(claims)) as JWTPayload
    if (fake.signature === 'missing') return undefined
    if (fake.signature === 'none') return new UnsecuredJWT(payload).encode()
    const { privateKey } = fake.signature === 'own' ? own : foreign
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey)
  }
  const answer = async (path: string, request: IncomingMessage): Promise<unknown> => {
    if (path === '/.well-known/openid-configuration')
      return {
        issuer: fake.url,
        authorization_endpoint: `${fake.url}/authorize`,
        token_endpoint: `${fake.url}/token`,
        userinfo_endpoint: `${fake.url}/userinfo`,
        jwks_uri: `${fake.url}/jwks`,
        id_token_signing_alg_values_supported: ['ES256'],
        ...fake.discovery,
      }
    if (path === '/jwks') return { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'one', use: 'sig' }] }
    if (path === '/userinfo') return { sub: 'one', ...fake.userInfo }
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    // The code of this provider is the nonce that it was given.
    return { access_token: 'access', token_type: 'Bearer', id_token: await sign(form.get('code') ?? '') }
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    fake.requested.push(path)
    const other = fake.otherwise.get(path as Endpoint)
    if (other) return other(request, response)
    void answer(path, request).then((body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeOpenId = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested: [],
    otherwise: new Map(),
    ...right,
    reset() {
      Object.assign(fake, right)
      fake.otherwise.clear()
      fake.requested.splice(0)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}
