// Owns the demo's identity provider as the portal speaks to it: the same answers, without a connection.
import type { CasServer } from '#server/identity/sso/cas-server.ts'
import type { IdentityProvider } from './identity-provider.ts'

export function toCasServer(provider: IdentityProvider, home: string): CasServer {
  const address = (path: string, service: string) =>
    new URL(`/sso/${path}?${new URLSearchParams({ service })}`, home).href
  return {
    loginUrl: (service) => address('login', service),
    logoutUrl: (returnTo) => address('logout', returnTo),
    validate: async (ticket, service) => provider.validate(ticket, service, 3),
  }
}
