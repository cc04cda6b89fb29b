// Builds the portal's own address for single sign-on, and checks return addresses.
import type { Call } from '#server/platform/call.ts'

/** Returns the address at which tickets arrive. */
export function homeAddress({ request }: Pick<Call, 'request'>): string {
  return new URL('/', request.origin).href
}

/**
 * Returns `wanted` if it lies in this portal, else the portal's own address: links to the portal redirect nobody
 * elsewhere.
 */
export function returnAddress(home: string, wanted: unknown): string {
  if (typeof wanted !== 'string' || !URL.canParse(wanted)) return home
  const url = new URL(wanted)
  return url.origin === new URL(home).origin && !url.username && !url.password ? url.href : home
}
