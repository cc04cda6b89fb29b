// Determines the network of an address, as all limits count it: one IPv4 address, or the /64 of an IPv6 address.
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Four of the eight groups, a /64. A provider assigns at least that much to a household or a machine, which can use
 * every address in it.
 */
const COUNTED = 4

/**
 * Returns the network of an address, as limits count it: the address itself for IPv4, the /64 for IPv6. A text that
 * is no IP address is returned unchanged.
 *
 * @example
 * networkOf('2001:db8:1:2:3:4:5:6') // → '2001:db8:1:2::/64'
 * networkOf('::ffff:192.0.2.1') // → '192.0.2.1'
 */
export function networkOf(address: string): string {
  const plain = address.split('%', 1)[0] as string // a zone such as fe80::1%eth0 names the interface, not the sender
  if (!isIPv6(plain)) return plain
  // An IPv4 client seen through a socket of both kinds stays the same client.
  const parsed = ipaddr.process(plain)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const groups = parsed.parts.slice(0, COUNTED).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
