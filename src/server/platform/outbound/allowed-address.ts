// Decides which addresses the server calls on its own: public ones, and the networks that a setting names.
import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

type Ip = ipaddr.IPv4 | ipaddr.IPv6

const isIn = (ip: Ip, networks: readonly string[]): boolean =>
  networks.some((network) => {
    const [of, bits] = ipaddr.parseCIDR(network.includes('/') ? network : `${network}/${wholeOf(network)}`)
    return of.kind() === ip.kind() && ip.match([of, bits] as [ipaddr.IPv4, number])
  })

const wholeOf = (address: string): number => (address.includes(':') ? 128 : 32)

/** Thrown where a host has no address that may be reached. */
export class AddressRefused extends Error {}

/**
 * Returns true if the server may call the IP address. Loopback, private, link-local, shared and reserved addresses are
 * only reached where `networks` holds them; so are all addresses without encryption.
 *
 * @example
 * isAllowedAddress('10.0.0.8', { networks: [], isEncrypted: true }) // → false
 * isAllowedAddress('10.0.0.8', { networks: ['10.0.0.0/8'], isEncrypted: false }) // → true
 */
export function isAllowedAddress(
  address: string,
  { networks, isEncrypted }: { readonly networks: readonly string[]; readonly isEncrypted: boolean },
): boolean {
  const plain = address.split('%', 1)[0] as string // a zone such as fe80::1%eth0
  if (!ipaddr.isValid(plain)) return false
  // An IPv4 address in the form of IPv6 is judged as what it is.
  const ip = ipaddr.process(plain)
  return isIn(ip, networks) || (isEncrypted && ip.range() === 'unicast')
}

/**
 * Returns a lookup for a request: it answers only addresses that are allowed, so that the connection goes to the very
 * address that was checked.
 */
export function allowedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const allowed = error ? [] : addresses.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (error) callback(error, '')
      else if (!first) callback(new AddressRefused(), '')
      else if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}
