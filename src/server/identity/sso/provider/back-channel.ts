// Answers what the portal asks the demo's identity provider: validation of tickets by CAS, tokens by OpenID Connect.

import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Send } from '#server/identity/sso/limited-fetch.ts'
import type { IdentityProvider } from './identity-provider.ts'

interface Question {
  readonly provider: IdentityProvider
  /** Address of the portal, in which the provider lies. */
  readonly home: string
  readonly fields: URLSearchParams
}

interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly answer: (question: Question) => Response | Promise<Response>
}

const ALGORITHM = 'ES256'
const KEY_ID = 'demo'
const LIVES_SECONDS = 300

let made: ReturnType<typeof generateKeyPair> | undefined
const keys = () => {
  made ??= generateKeyPair(ALGORITHM)
  return made
}

const issuerOf = (home: string): string => new URL('/sso', home).href

function describe({ home }: Question): Response {
  const issuer = issuerOf(home)
  return Response.json({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'profile'],
  })
}

async function listKeys(): Promise<Response> {
  const { publicKey } = await keys()
  return Response.json({
    keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, use: 'sig', alg: ALGORITHM }],
  })
}

/** Any client may ask, as a code is valid only for an address of this portal and with its verifier. */
async function issueToken({ provider, home, fields }: Question): Promise<Response> {
  const ticket = provider.redeem(fields.get('code') ?? '')
  const challenge = createHash('sha256')
    .update(fields.get('code_verifier') ?? '')
    .digest('base64url')
  const isBound = ticket?.service === fields.get('redirect_uri') && ticket?.terms.challenge === challenge
  if (!ticket || !isBound || fields.get('grant_type') !== 'authorization_code')
    return Response.json({ error: 'invalid_grant' }, { status: 400 })
  const { user, name, terms } = ticket
  const token = new SignJWT({ name, preferred_username: user, nonce: terms.nonce })
    .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID })
    .setIssuer(issuerOf(home))
    .setSubject(user)
    .setAudience(fields.get('client_id') ?? '')
    .setIssuedAt()
    .setExpirationTime(`${LIVES_SECONDS}s`)
  return Response.json({
    access_token: 'none',
    token_type: 'Bearer',
    expires_in: LIVES_SECONDS,
    id_token: await token.sign((await keys()).privateKey),
  })
}

const validateBy =
  (protocol: 2 | 3) =>
  ({ provider, fields }: Question): Response =>
    new Response(provider.validate(fields.get('ticket') ?? '', fields.get('service') ?? '', protocol), {
      headers: { 'content-type': 'application/xml; charset=utf-8' },
    })

export const BACK_CHANNEL: readonly Endpoint[] = [
  { method: 'GET', path: '/sso/serviceValidate', answer: validateBy(2) },
  { method: 'GET', path: '/sso/p3/serviceValidate', answer: validateBy(3) },
  { method: 'GET', path: '/sso/.well-known/openid-configuration', answer: describe },
  { method: 'GET', path: '/sso/jwks', answer: listKeys },
  { method: 'POST', path: '/sso/token', answer: issueToken },
]

/** The portal asks in the same process: it may not reach itself at the address by which browsers do. */
export const toBackChannel =
  (provider: IdentityProvider, home: string): Send =>
  async (address, { body }) => {
    const { pathname, searchParams } = new URL(address, home)
    const endpoint = BACK_CHANNEL.find(({ path }) => path === pathname)
    if (!endpoint) return new Response(null, { status: 404 })
    const fields = body instanceof URLSearchParams ? body : searchParams
    return endpoint.answer({ provider, home, fields })
  }
