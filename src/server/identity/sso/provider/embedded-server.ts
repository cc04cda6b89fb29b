// Connects the portal to the demo's identity provider in the same process, with the responses of a CAS server.
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
