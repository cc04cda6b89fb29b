// Determines the network of an address, as all limits count it: one IPv4 address, or the /64 of an IPv6 address.
import { isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
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
  const groups = expand(plain)
  const embedded = toEmbedded(groups)
  if (embedded !== null) return embedded
  return `${groups
    .slice(0, COUNTED)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function expand(address: string): number[] {
  const [head = '', tail] = toHex(address).split('::', 2)
  const numbers = (text: string | undefined) =>
    text ? text.split(':').map((group) => Number.parseInt(group, 16)) : []
  const [before, after] = [numbers(head), numbers(tail)]
  const gap = Array.from({ length: GROUPS - before.length - after.length }, () => 0)
  return [...before, ...gap, ...after]
}

/** The dotted end of `::ffff:192.0.2.1` as two groups. */
function toHex(address: string): string {
  const end = address.slice(address.lastIndexOf(':') + 1)
  if (!isIPv4(end)) return address
  const [a = 0, b = 0, c = 0, d = 0] = end.split('.').map(Number)
  return address.slice(0, -end.length) + [a * 256 + b, c * 256 + d].map((n) => n.toString(16)).join(':')
}

/** An IPv4 client seen through a socket of both kinds stays the same client. */
function toEmbedded(groups: readonly number[]): string | null {
  const [mark, high = 0, low = 0] = groups.slice(5)
  if (mark !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return null
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
