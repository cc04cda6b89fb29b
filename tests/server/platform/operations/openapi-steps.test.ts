// Tests transitions in the OpenAPI document: inputs that a transition call requires are listed as required.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atLeast } from '../../../support/test-portal.ts'
import { pledgeModel } from '../../support/pledges.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface Schema {
  readonly required?: readonly string[]
  readonly properties?: Readonly<
    Record<string, Schema & { readonly title?: string; readonly minLength?: number }>
  >
}
interface Described {
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
}

let app: TestApp
let paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
beforeAll(async () => {
  app = await createTestApp({ model: pledgeModel() })
  paths = JSON.parse((await app.get('/openapi.json')).text).paths
}, 120_000)
afterAll(() => app?.close())

/** By name, whether it is required; what the call knows by itself is not asked. */
function demandedBy(method: 'get' | 'post', path: string): readonly string[] {
  const described = paths[path]?.[method]
  expect(described, path).toBeDefined()
  const inBody = described?.requestBody?.content['application/json'].schema
  const inAddress = (described?.parameters ?? []).filter(({ required }) => required).map(({ name }) => name)
  return [...inAddress, ...(inBody?.required ?? [])].sort()
}

describe('OpenAPI description of a transition call', () => {
  test('lists the fields that the caller has to repeat as required, with their titles', () => {
    const path = '/newapi/pledge/complete'
    expect(demandedBy('post', path)).toEqual(['completeRemark', 'id', 'pairId'])
    const schema = paths[path]?.post?.requestBody?.content['application/json'].schema
    expect(schema?.properties?.pairId?.title).toBe('结对编号')
    expect(schema?.properties?.completeRemark?.title).toBe('完成说明')
  })

  test('lists a required reason as required, in the body as in the query', () => {
    expect(demandedBy('post', '/newapi/pledge/refuse')).toEqual(['id', 'reason'])
    expect(demandedBy('post', '/newapi/pledge/unpair')).toEqual(['id', 'reason'])
    expect(demandedBy('get', '/newapi/operator/pledge/resume')).toEqual(['id', 'reason'])
    expect(demandedBy('post', '/newapi/pledge/pair')).toEqual(['id'])
  })

  test('lists preconditions, reasons and form fields as required if all its transitions require them', () => {
    const { contentTypes, operations, forms } = app.services.model()
    const steps = operations.flatMap(({ method, path, content }) => {
      const type = contentTypes.find(({ name }) => name === content?.type)
      const ways = type?.lifecycle.transitions.filter(({ action }) => action === content?.action) ?? []
      return ways.length === 0 ? [] : [{ method: method.toLowerCase() as 'get' | 'post', path, ways }]
    })
    expect(steps.length).toBeGreaterThan(atLeast(100, 60))
    for (const { method, path, ways } of steps) {
      const demanded = demandedBy(method, path)
      const asks = (what: (way: (typeof ways)[number]) => boolean | undefined) => ways.every(what)
      for (const mark of ways.flatMap(({ marks = [] }) => marks))
        expect(demanded.includes(mark), `${path} ${mark}`).toBe(asks(({ marks }) => marks?.includes(mark)))
      const worded = asks(({ reason }) => reason === true || (typeof reason === 'object' && !reason.optional))
      expect(demanded.includes('reason'), path).toBe(worded)
      for (const { form } of ways) {
        const { schema, conditions } = forms.find(({ id }) => id === form) ?? { schema: {}, conditions: {} }
        const fields = ((schema as Schema).required ?? []).filter((name) => !Object.hasOwn(conditions, name))
        const known = paths[path]?.[method]?.requestBody?.content['application/json'].schema.properties ?? {}
        for (const name of fields) {
          expect(Object.keys(known), path).toContain(name)
          expect(demanded.includes(name), `${path} ${name}`).toBe(asks((way) => way.form === form))
        }
      }
    }
  })
})
