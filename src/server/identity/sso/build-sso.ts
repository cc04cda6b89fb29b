// Chooses the single sign-on of the portal: the configured server, the demo's own, or none.
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/call.ts'
import type { Settings } from '#server/platform/settings.ts'
import { CasServer } from './cas/cas-server.ts'
import type { Channel } from './limited-fetch.ts'
import { toBackChannel } from './provider/back-channel.ts'
import { IdentityProvider } from './provider/identity-provider.ts'
import { addProviderRoutes } from './provider/provider-routes.ts'
import type { SsoParts } from './sso-handlers.ts'
import type { SsoServer } from './sso-server.ts'

export interface Sso {
  readonly server: SsoParts['server']
  readonly addRoutes: (app: FastifyInstance) => Promise<void>
}

export function buildSso(services: Services, settings: Settings, given?: SsoServer): Sso {
  const { url } = settings.sso
  if (given || url !== null) {
    const configured = given ? Promise.resolve(given) : buildServer(settings, url as string)
    return { server: () => configured, addRoutes: async () => {} }
  }
  // The demo provider runs only where the portal offers single sign-on.
  const isOffered = services.model().operations.some(({ id }) => id === 'auth.ssoLogin')
  if (!settings.demo || !isOffered) return { server: async () => null, addRoutes: async () => {} }
  const provider = new IdentityProvider(services)
  return {
    server: (home) =>
      buildServer(settings, new URL('/sso', home).href, { send: toBackChannel(provider, home) }),
    addRoutes: (app) => addProviderRoutes(app, provider, settings, () => services.model().site),
  }
}

/** OpenID Connect is loaded where it is used. */
async function buildServer({ sso }: Settings, url: string, channel?: Channel): Promise<SsoServer> {
  const { protocol, client } = sso
  if (protocol !== 'oidc') return new CasServer({ url, protocol }, channel)
  const { OidcServer } = await import('./oidc/oidc-server.ts')
  return new OidcServer({ url, client }, channel)
}
