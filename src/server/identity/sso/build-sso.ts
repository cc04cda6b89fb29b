// Chooses the single sign-on of the portal: the configured server, the demo's own, or none.
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/call.ts'
import type { Settings } from '#server/platform/settings.ts'
import { type CasServer, HttpCasServer } from './cas-server.ts'
import { IdentityProvider } from './provider/identity-provider.ts'
import { addProviderRoutes } from './provider/provider-routes.ts'

export interface Sso {
  readonly server: (service: string) => CasServer | null
  readonly addRoutes: (app: FastifyInstance) => Promise<void>
}

export function buildSso(services: Services, settings: Settings, given?: CasServer): Sso {
  const configured = given ?? (settings.sso ? new HttpCasServer(settings.sso) : null)
  // The demo provider runs only where the portal offers single sign-on.
  const isOffered = services.model().operations.some(({ id }) => id === 'auth.ssoLogin')
  if (configured || !settings.demo || !isOffered)
    return { server: () => configured, addRoutes: async () => {} }
  const provider = new IdentityProvider(services)
  return {
    server: (service) => toCasServer(provider, service),
    addRoutes: (app) => addProviderRoutes(app, provider, settings, () => services.model().site),
  }
}

/**
 * Connects the portal to the demo's identity provider in the same process, with the responses of a CAS server.
 */
function toCasServer(provider: IdentityProvider, home: string): CasServer {
  const address = (path: string, service: string) =>
    new URL(`/sso/${path}?${new URLSearchParams({ service })}`, home).href
  return {
    loginUrl: (service) => address('login', service),
    logoutUrl: (returnTo) => address('logout', returnTo),
    validate: async (ticket, service) => provider.validate(ticket, service, 3),
  }
}
