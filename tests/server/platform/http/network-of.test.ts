// Tests networkOf: which client addresses share one rate limit.
import { expect, it } from 'vitest'
import { networkOf } from '#server/platform/limits/network-of.ts'

it('networkOf returns an IPv4 address in dotted form, however the address is written', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:c000:207')).toBe('192.0.2.7')
  expect(networkOf('192.0.2.8')).not.toBe(networkOf('192.0.2.7'))
})

it('networkOf returns the /64 network of an IPv6 address', () => {
  expect(networkOf('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:DB8:1:2:ffff:ffff:ffff:ffff')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:2:aaaa::')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

it('networkOf returns a text that is no address unchanged', () => {
  expect(networkOf('')).toBe('')
  expect(networkOf('demo-ordinary')).toBe('demo-ordinary')
})
