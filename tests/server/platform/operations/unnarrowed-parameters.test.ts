// Tests that handlers accept or refuse every parameter value when a portal declares no type or bounds.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { model } from '../../../support/portal-model.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const BAD = [
  '2026-02-30',
  '2026-13-01',
  '99999999',
  '-99999999',
  '1e308',
  '0.5',
  'NaN',
  'nothing',
  '9'.repeat(30),
  '275760-09-14',
  "'",
]

/** Read by one function wherever they occur. */
const PAGING = new Set(['page', 'limit', 'currentPage', 'pageSize', 'keyWord'])

/** Content types declare parameters of their own, which the program derives; these are the portal's. */
const isOwn = ({ content, writes, id }: Operation) => !content && !writes && id !== 'auth.logout'

const namesOf = ({ params }: Operation) => Object.keys((params.properties ?? {}) as JsonSchema)

const unnarrowed = (operation: Operation): Operation =>
  isOwn(operation)
    ? {
        ...operation,
        params: { properties: Object.fromEntries(namesOf(operation).map((name) => [name, {}])) },
      }
    : operation

let app: TestApp
let operator: string

beforeAll(async () => {
  app = await createTestApp({ model: { ...model, operations: model.operations.map(unnarrowed) } })
  operator = await app.signIn('boss', 'operator')
}, 120_000)
afterAll(() => app.close())

test('no operation returns 500 for impossible values of parameters without type and bounds', async () => {
  const failed: string[] = []
  for (const operation of model.operations.filter(isOwn))
    for (const name of namesOf(operation).filter((one) => !PAGING.has(one) || operation.id === 'audit.list'))
      for (const value of BAD) {
        const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
          encodeURIComponent(key === name ? value : 'nothing'),
        )
        const url = operation.path.includes(`{${name}}`)
          ? filled
          : `${filled}?${name}=${encodeURIComponent(value)}`
        const { status } = await app.ask({ method: operation.method, url, headers: { token: operator } })
        if (status >= 500) failed.push(`${operation.id} ${url}: ${status}`)
      }
  expect(failed).toEqual([])
}, 300_000)
