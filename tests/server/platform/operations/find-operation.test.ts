// Tests that the operation and the parameters of an address are found, whatever the address looks like.
import type { FastifyReply } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Services } from '#server/platform/call.ts'
import { buildFindOperation } from '#server/platform/operations/find-operation.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'

const PATHS = ['/a/list', '/a/{id}', '/a/{id}/parts/{part}', '/a/list/parts/none', '/{x}/list', '/b']

const OPERATIONS = [
  ...PATHS.map((path) => ({ id: `GET ${path}`, method: 'GET', path })),
  { id: 'POST /a/{name}', method: 'POST', path: '/a/{name}' },
  { id: 'POST /b/c', method: 'POST', path: '/b/c' },
  { id: 'GET /d', method: 'GET', path: '/d', writes: true },
]

// Only the lists that the validator and the router read.
const MODEL = { operations: OPERATIONS, forms: [], dictionaries: [], families: [] } as unknown as Model

const HANDLERS = Object.fromEntries(OPERATIONS.map(({ id }) => [id, async () => null]))

function find(method: string, url: string) {
  let allow: string | undefined
  const reply = { header: (_: string, value: string) => (allow = value) } as unknown as FastifyReply
  const finder = buildFindOperation({ model: () => MODEL } as Services, {
    handlers: () => HANDLERS,
    forContent: () => async () => null,
    forRegistration: () => async () => null,
  })
  try {
    const { operation, params } = finder({ method, url }, reply)
    return { id: operation.id, params }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { refused: error.error, ...(allow === undefined ? {} : { allow }) }
  }
}

describe('address of a call', () => {
  const found: readonly (readonly [url: string, path: string, params: Record<string, string>])[] = [
    ['/a/list', '/a/list', {}],
    ['/a/list?id=7', '/a/list', {}],
    ['/a/7', '/a/{id}', { id: '7' }],
    ['/a/%E4%B8%AD?x=%zz', '/a/{id}', { id: '中' }],
    ['/a/x%2Fy', '/a/{id}', { id: 'x/y' }],
    ['/a/list/parts/2', '/a/{id}/parts/{part}', { id: 'list', part: '2' }],
    ['/a/list/parts/none', '/a/list/parts/none', {}],
    ['/c/list', '/{x}/list', { x: 'c' }],
    ['/b', '/b', {}],
    ['/__proto__/list', '/{x}/list', { x: '__proto__' }],
    [`/a/${'x'.repeat(2_000)}`, '/a/{id}', { id: 'x'.repeat(2_000) }],
  ]
  test.each(found)('"%s" is the operation at "%s"', (url, path, params) => {
    expect(find('GET', url)).toEqual({ id: `GET ${path}`, params })
  })
  test.each(['/b/', '/a/', '/a', '/a/7/parts', '/a/%zz', '/constructor', '/'])(
    '"%s" has no operation',
    (url) => {
      expect(find('GET', url)).toEqual({ refused: 'NO_SUCH_ADDRESS' })
    },
  )
  test('a parameter is named as the method of the call names it', () => {
    expect(find('POST', '/a/7')).toEqual({ id: 'POST /a/{name}', params: { name: '7' } })
  })
  test('another method is refused with the methods that the address has', () => {
    expect(find('PUT', '/a/7')).toEqual({ refused: 'METHOD_NOT_ALLOWED', allow: 'GET, POST' })
    expect(find('GET', '/b/c')).toEqual({ refused: 'METHOD_NOT_ALLOWED', allow: 'POST' })
  })
  test('HEAD is answered as GET, except where a GET writes', () => {
    expect(find('HEAD', '/b')).toEqual({ id: 'GET /b', params: {} })
    expect(find('HEAD', '/d')).toEqual({ refused: 'METHOD_NOT_ALLOWED', allow: 'GET' })
  })
})
