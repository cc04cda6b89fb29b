// Tests date parameters of all operations: invalid dates are refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atLeast } from '../../../support/test-portal.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn('operator-of-dates', 'operator')
})
afterAll(() => app.close())

const WRONG = ['abc', '2026-02-30', '2026-13-01', '20260101', '2026-01-05T99:99:99Z']
const FORMATS = new Set(['date', 'date-time'])

test('every date parameter refuses an invalid date with a Chinese message at the path of the parameter', async () => {
  const dated = app.source.model.operations.flatMap(({ method, path, params }) =>
    Object.entries((params.properties ?? {}) as Record<string, { format?: string }>)
      .filter(([, { format }]) => FORMATS.has(format ?? ''))
      .map(([name]) => ({ method, path, name })),
  )
  expect(dated.length).toBeGreaterThan(atLeast(50, 30))
  const taken: string[] = []
  for (const { method, path, name } of dated) {
    for (const value of WRONG) {
      const address = `${path.replace(/\{\w+\}/g, 'x')}?${name}=${value}`
      const answer =
        method === 'GET' ? await app.get(address, { token }) : await app.post(address, {}, { token })
      if (answer.status === 403) continue
      const isTold = answer.errors?.some(
        (error) => error.path === `/${name}` && /应为有效的日期/.test(error.message),
      )
      if (answer.status !== 400 || !isTold) taken.push(`${method} ${address}: ${answer.status} ${answer.msg}`)
    }
  }
  expect(taken).toEqual([])
})
