// Builds the service address that tickets are bound to, and checks return addresses.
import type { Call } from '#server/platform/call.ts'
import type { Settings } from '#server/platform/settings.ts'

/**
 * Returns the address at which the ticket arrives. Without PUBLIC_URL, which only demo mode allows, it is taken from
 * the request. With `state` the ticket is valid only together with it, so that a ticket of another browser does not
 * fit.
 */
export function serviceAddress(
  { request }: Pick<Call, 'request'>,
  { publicUrl }: Settings,
  state?: string,
): string {
  const url = new URL('/', publicUrl ?? request.origin)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

/**
 * Returns `wanted` if it lies in this portal, else the portal's own address: links to the portal redirect nobody
 * elsewhere.
 */
export function returnAddress(service: string, wanted: unknown): string {
  if (typeof wanted !== 'string' || !URL.canParse(wanted)) return service
  const url = new URL(wanted)
  return url.origin === new URL(service).origin && !url.username && !url.password ? url.href : service
}
