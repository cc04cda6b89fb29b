// Tests the address table: the operation and the parameters of an address.
import { describe, expect, test } from 'vitest'
import { AddressTable } from '#server/platform/operations/address-table.ts'

const PATHS = ['/a/list', '/a/{id}', '/a/{id}/parts/{part}', '/a/list/parts/none', '/{x}/list', '/b']

function build(): AddressTable<string> {
  const table = new AddressTable<string>()
  for (const path of PATHS) table.add('GET', path, path)
  table.add('POST', '/a/{name}', 'post')
  return table
}

describe('address table', () => {
  const rows: readonly (readonly [
    address: string,
    path: string | null,
    params: Record<string, string> | undefined,
  ])[] = [
    ['/a/list', '/a/list', {}],
    ['/a/7', '/a/{id}', { id: '7' }],
    ['/a/%E4%B8%AD', '/a/{id}', { id: '中' }],
    ['/a/list/parts/2', '/a/{id}/parts/{part}', { id: 'list', part: '2' }],
    ['/a/list/parts/none', '/a/list/parts/none', {}],
    ['/c/list', '/{x}/list', { x: 'c' }],
    ['/b', '/b', {}],
    ['/b/', null, undefined],
    ['/a/', null, undefined],
    ['/a', null, undefined],
    ['/a/7/parts', null, undefined],
    ['/a/%zz', null, undefined],
    ['/constructor', null, undefined],
    ['/__proto__/list', '/{x}/list', { x: '__proto__' }],
    ['', null, undefined],
  ]
  test.each(rows)('matches the address "%s" to its operation or to none', (address, path, params) => {
    const found = build().find(address, 'GET')
    expect(found?.values.get('GET') ?? null).toBe(path)
    if (params) expect(found?.params).toEqual(params)
  })
  test('names parameters for each method and lists the methods of an address', () => {
    expect(build().find('/a/7', 'POST')?.params).toEqual({ name: '7' })
    expect([...(build().find('/a/7', 'PUT')?.values.keys() ?? [])]).toEqual(['GET', 'POST'])
  })
  test('refuses a second entry for the same method and address pattern', () => {
    expect(build().add('GET', '/a/{other}', 'x')).toBe(false)
    expect(build().add('POST', '/b', 'x')).toBe(true)
  })
})
