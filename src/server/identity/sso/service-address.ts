// Owns the address that tickets are bound to, and which addresses of this portal one may return to.
import type { Call } from '#server/platform/call.ts'
import type { Settings } from '#server/platform/settings.ts'

/**
 * Where the ticket arrives. Without PUBLIC_URL, which only demo mode allows, it is where the visitor is. With `state`
 * the ticket is good only together with it, so that no other browser's ticket fits.
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

/** `wanted` if it lies in this portal, else the portal itself: nobody is sent elsewhere by a link to us. */
export function returnAddress(service: string, wanted: unknown): string {
  if (typeof wanted !== 'string' || !URL.canParse(wanted)) return service
  const url = new URL(wanted)
  return url.origin === new URL(service).origin && !url.username && !url.password ? url.href : service
}
