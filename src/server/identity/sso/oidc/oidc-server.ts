// Speaks to an OpenID provider: authorization code flow with PKCE, state and nonce; sign-out at its end-session endpoint.

import { createHmac } from 'node:crypto'
import * as client from 'openid-client'
import { type Channel, limitedFetch, PATIENCE_MS } from '#server/identity/sso/limited-fetch.ts'
import {
  SsoAnswerError,
  type SsoPerson,
  SsoRefusal,
  type SsoServer,
  type SsoVisit,
} from '#server/identity/sso/sso-server.ts'
import { toPerson } from './to-person.ts'

export interface OidcOptions {
  /** The issuer, exactly as the provider writes it. */
  readonly url: string
  readonly client: {
    readonly id: string
    /** A client without one is public. */
    readonly secret: string | null
    readonly scopes: string
  }
}

const CODE = /^[\x21-\x7e]{1,2048}$/
/** The provider may have changed its addresses after that. */
const DISCOVERED_FOR_MS = 3_600_000

export class OidcServer implements SsoServer {
  readonly #options: OidcOptions
  readonly #channel: Channel
  #discovery: { readonly metadata: Promise<client.ServerMetadata>; readonly until: number } | undefined

  constructor(options: OidcOptions, channel: Channel = {}) {
    this.#options = options
    this.#channel = channel
  }

  async signInUrl({ home, state = client.randomState(), browser }: SsoVisit): Promise<string> {
    const config = await this.#configure()
    const { verifier, nonce } = secretsOf(browser.ensure(), state)
    const parameters = {
      redirect_uri: home,
      scope: this.#options.client.scopes,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    return client.buildAuthorizationUrl(config, parameters).href
  }

  isTicket(text: string): boolean {
    return CODE.test(text)
  }

  async identify(code: string, { home, state, browser }: SsoVisit): Promise<SsoPerson> {
    const [key] = browser.all()
    if (key === undefined || state === undefined) throw new SsoRefusal('other browser')
    const { verifier, nonce } = secretsOf(key, state)
    const config = await this.#configure()
    const { issuer: iss, userinfo_endpoint } = config.serverMetadata()
    // The portal knows one provider, which it asks itself: no other can have sent the code.
    const url = new URL(`?${new URLSearchParams({ code, state, iss })}`, home)
    const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state }
    try {
      const tokens = await client.authorizationCodeGrant(config, url, { ...checks, idTokenExpected: true })
      const claims = tokens.claims()
      if (!claims) throw new SsoAnswerError('no ID token')
      const further = userinfo_endpoint
        ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {}
      return toPerson({ ...further, ...claims })
    } catch (error) {
      throw toSsoError(error)
    }
  }

  /** The ID token is not sent along: it would stand in an address. */
  async signOutUrl(returnTo: string, { home }: SsoVisit): Promise<string> {
    const config = await this.#configure()
    if (!config.serverMetadata().end_session_endpoint) return returnTo
    return client.buildEndSessionUrl(config, { post_logout_redirect_uri: home }).href
  }

  async #configure(): Promise<client.Configuration> {
    const now = Date.now()
    if (!this.#discovery || this.#discovery.until <= now) {
      const metadata = this.#discover()
      this.#discovery = { metadata, until: now + DISCOVERED_FOR_MS }
      metadata.catch(() => {
        this.#discovery = undefined
      })
    }
    const metadata = await this.#discovery.metadata
    const { id } = this.#options.client
    const config = new client.Configuration(metadata, id, {}, this.#authentication(metadata))
    config[client.customFetch] = this.#fetch()
    for (const extension of this.#extensions()) extension(config)
    return config
  }

  async #discover(): Promise<client.ServerMetadata> {
    const { url, client: own } = this.#options
    try {
      const config = await client.discovery(new URL(url), own.id, {}, client.None(), {
        [client.customFetch]: this.#fetch(),
        execute: this.#extensions(),
      })
      return config.serverMetadata()
    } catch (error) {
      throw toSsoError(error)
    }
  }

  /** Within the patience from now on. */
  #fetch(): client.CustomFetch {
    const { send, patience = PATIENCE_MS } = this.#channel
    const fetchWithin = limitedFetch(AbortSignal.timeout(patience), send)
    return (url, { body = null, signal, ...options }) =>
      fetchWithin(url, {
        ...options,
        ...(signal ? { signal } : {}),
        body: body as NonNullable<RequestInit['body']> | null,
      })
  }

  /** Signatures are verified too, whatever the connection. */
  #extensions(): ((config: client.Configuration) => void)[] {
    const isPlain = new URL(this.#options.url).protocol === 'http:'
    return [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])]
  }

  #authentication({
    token_endpoint_auth_methods_supported: known,
  }: client.ServerMetadata): client.ClientAuth {
    const { secret } = this.#options.client
    if (secret === null) return client.None()
    const isBasic = known === undefined || known.includes('client_secret_basic')
    return isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
  }
}

/**
 * What only this browser and this sign-in can have, so that nothing needs to be stored: the browser alone knows the
 * secret that `key` is derived from, and `state` is new for each sign-in.
 */
function secretsOf(key: string, state: string): { readonly verifier: string; readonly nonce: string } {
  const derive = (use: string) => createHmac('sha256', key).update(`${use} ${state}`).digest('base64url')
  return { verifier: derive('verifier'), nonce: derive('nonce') }
}

/** Of errors of the library; any other means that there was no answer. */
function toSsoError(error: unknown): unknown {
  if (error instanceof client.ResponseBodyError) {
    if (error.status >= 500) return error
    return error.error === 'invalid_grant'
      ? new SsoRefusal(error.error)
      : new SsoAnswerError(error.error, error)
  }
  if (error instanceof client.WWWAuthenticateChallengeError)
    return new SsoAnswerError('no user information', error)
  if (!(error instanceof client.ClientError) || error.code === undefined || isSilence(error)) return error
  return isNonce(error.cause) ? new SsoRefusal('nonce') : new SsoAnswerError(error.code, error)
}

function isSilence({ code, cause }: client.ClientError): boolean {
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return cause instanceof Response && cause.status >= 500
  return code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT'
}

/** The ID token belongs to another sign-in. */
function isNonce(cause: unknown): boolean {
  const detail = cause instanceof Error ? cause.cause : undefined
  return (detail as { readonly claim?: unknown } | undefined)?.claim === 'nonce'
}
