// Builds the portal's own address for single sign-on, and checks return addresses.
import type { Call } from '#server/platform/call.ts'
import type { Settings } from '#server/platform/settings.ts'

/**
 * Returns the address at which tickets arrive. Without PUBLIC_URL, which only demo mode allows, it is taken from the
 * request.
 */
export function homeAddress({ request }: Pick<Call, 'request'>, { publicUrl }: Settings): string {
  return new URL('/', publicUrl ?? request.origin).href
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
