// Tests calls that are valid but for one unusual value: values that pass the schema do not crash a handler.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const TEXTS: readonly unknown[] = [
  'a\u0007b',
  'a\u0000b',
  '\ud800x',
  '\u202eabc',
  '   ',
  '\u200b\u200b',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  '9'.repeat(20),
  '1e309',
  '%00',
  '../..',
  '__proto__',
  'constructor',
  ['x'],
  1e21,
]
const NUMBERS: readonly unknown[] = [2 ** 53, 1e21, 2 ** 31, 0.1, -1, -0]
const LISTS: readonly unknown[] = [TEXTS, [null], [[]], Array(1000).fill('x')]
const OBJECTS: readonly unknown[] = [{ a: 1 }, { a: { b: 'a\u0000' } }, []]

const SAMPLES: Readonly<Record<string, string>> = {
  mobile: '13800138000',
  date: '2026-01-05',
  'date-time': '2026-01-05T00:00:00Z',
  email: 'a@example.com',
}

const typesOf = ({ type }: JsonSchema): readonly unknown[] => [type].flat()
const propertiesOf = (schema: JsonSchema | undefined) =>
  Object.entries((schema?.properties ?? {}) as Readonly<Record<string, JsonSchema>>)

/** As right as its schema says, without knowing what is stored. */
function rightValue(schema: JsonSchema): unknown {
  const { enum: allowed, minimum, minLength, format } = schema as Readonly<Record<string, unknown>>
  const [type] = typesOf(schema)
  if (Array.isArray(allowed)) return allowed[0]
  if (type === 'integer' || type === 'number') return minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return [rightValue((schema.items ?? {}) as JsonSchema)]
  if (type === 'object') return rightBody(schema)
  return SAMPLES[String(format)] ?? 'x'.repeat(Math.max(1, Number(minLength ?? 1)))
}

function rightBody(schema: JsonSchema): Record<string, unknown> {
  const required = (schema.required ?? []) as readonly string[]
  const asked = propertiesOf(schema).filter(([name]) => required.includes(name))
  return Object.fromEntries(asked.map(([name, one]) => [name, rightValue(one)]))
}

function wrongValues(schema: JsonSchema): readonly unknown[] {
  const types = typesOf(schema)
  if (types.includes('array')) return LISTS
  if (types.includes('object')) return OBJECTS
  return types.includes('integer') || types.includes('number') ? NUMBERS : TEXTS
}

let app: TestApp
let operations: readonly Operation[]

beforeAll(async () => {
  app = await createTestApp()
  // Contents are judged by their forms, of which other tests try every field.
  operations = app.source.model.operations.filter(({ content, id }) => !content && id !== 'auth.logout')
})
afterAll(() => app.close())

test('every operation answers a valid body with one unusual value without a server error', async () => {
  const roles = { operator: 'operator', member: 'unit' } as const
  const failed: string[] = []
  let asked = 0
  for (const { body, access, path, method, id } of operations) {
    if (!body || method !== 'POST') continue
    const who = access.includes('registered') || access.includes('anyone') ? 'member' : 'operator'
    const token = await app.signIn(who, roles[who])
    for (const [name, schema] of propertiesOf(body)) {
      const values = wrongValues(schema)
      // Everyday runs give each of them one value, in turn.
      for (const value of IS_LONG ? values : [values[asked % values.length]]) {
        asked += 1
        const given = { ...rightBody(body), [name]: value }
        const address = `10.${70 + (asked % 90)}.${asked % 250}.1`
        const { status, msg } = await app.post(path, given, { token, address })
        if (status >= 500 && status !== 503) failed.push(`${id} ${name}=${JSON.stringify(value)}: ${msg}`)
      }
    }
  }
  expect(asked).toBeGreaterThan(200)
  expect(failed).toEqual([])
}, 300_000)
