// Owns the address that tickets are bound to, and which addresses of this portal one may return to.
import type { Call } from '../call.ts'
import type { Settings } from '../settings.ts'

/** Where the ticket arrives. Without PUBLIC_URL, which only demo mode allows, it is where the visitor is. */
export function serviceAddress({ request }: Pick<Call, 'request'>, { publicUrl }: Settings): string {
  return new URL('/', publicUrl ?? request.origin).href
}

/** `wanted` if it lies in this portal, else the portal itself: nobody is sent elsewhere by a link to us. */
export function returnAddress(service: string, wanted: unknown): string {
  if (typeof wanted !== 'string' || !URL.canParse(wanted)) return service
  const url = new URL(wanted)
  return url.origin === new URL(service).origin && !url.username && !url.password ? url.href : service
}
