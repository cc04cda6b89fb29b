// Tests every operation of the portal's own configuration with hostile input made from its declarations.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const HOSTILE: readonly unknown[] = [
  null,
  [],
  {},
  [[[]]],
  { a: { b: [1] } },
  true,
  -1,
  0,
  1e308,
  '',
  "'; drop table item; --",
  '__proto__',
  '<script>alert(1)</script>',
  'x'.repeat(5000),
  '\0',
  '\ud800',
  '2026-99-99',
  '2026-02-30',
  '9'.repeat(30),
]

let app: TestApp
let operator: string
let operations: readonly Operation[]

beforeAll(async () => {
  app = await createTestApp()
  operations = app.source.model.operations
  operator = await app.signIn('boss', 'operator')
})
afterAll(() => app.close())

const checked = new Set<string>()
let turn = 0

/** Keys of a schema that are words: they decide nothing. */
const WORDS = new Set(['title', 'description', 'x-placeholder', 'x-help', 'default'])
/** Keys of a schema that decide by which rule a value is judged, not by how much. */
const KINDS = new Set(['type', 'format', 'items'])
const shapeOf = (schema: unknown): string =>
  JSON.stringify(schema, (key, value) =>
    WORDS.has(key) ? undefined : IS_LONG || key === '' || KINDS.has(key) ? value : typeof value,
  )

/**
 * Contents are judged by one piece of code, and forms by another; every other operation is a case of its own in the long
 * run. In everyday runs they too meet each value alone only where nothing of that shape has met it before: shapes are
 * alike then that differ only in their bounds, their codes or what lies within an object.
 */
const judgeOf = ({ id, content, form }: Operation): string =>
  content ? 'content' : form ? 'form' : IS_LONG ? id : 'own'

/** The names whose schema is new to what judges it, and the others. */
function split(operation: Operation, schema: JsonSchema): { fresh: string[]; known: string[] } {
  const properties = (schema.properties ?? {}) as JsonSchema
  const fresh: string[] = []
  const known: string[] = []
  for (const name of Object.keys(properties)) {
    const key = `${judgeOf(operation)} ${shapeOf(properties[name])}`
    if (checked.has(key)) known.push(name)
    else fresh.push(name)
    checked.add(key)
  }
  return { fresh, known }
}

/** What is new meets every value alone; what is known meets one value each, in turn, all in one call. */
function hostile(operation: Operation, schema: JsonSchema): readonly Readonly<Record<string, unknown>>[] {
  const { fresh, known } = split(operation, schema)
  const alone = fresh.flatMap((name) => HOSTILE.map((value) => ({ [name]: value })))
  if (known.length === 0) return alone
  turn += 1
  const together = known.map((name, index) => [name, HOSTILE[(turn + index) % HOSTILE.length]])
  return [...alone, Object.fromEntries(together)]
}

const namesIn = (schema: JsonSchema | undefined) => Object.keys((schema?.properties ?? {}) as object)
/** Messages call what is asked for by its title: a stranger reads them, and the path holds the name for programs. */
function expectTitled(errors: readonly { readonly message: string }[] | undefined, names: readonly string[]) {
  if (!errors?.length || names.length === 0) return
  const untitled = new RegExp(`(?<![A-Za-z])(?:${names.join('|')})(?![A-Za-z])`)
  // Values to choose from may be called as a parameter is, and an address has names that its writer must know.
  for (const { message } of errors)
    if (untitled.test(message.replace(/(只能是|可用的有) .*|地址参数 \w+（.*?）/gs, ''))) expect.fail(message)
}

const NO_OBJECTS: readonly string[] = ['[]', 'null', '7', '"x"', '{', '{"__proto__":{}}']
/** Everyday runs send each operation one of them. */
const inTurn = (cases: readonly string[], at: number): readonly string[] =>
  IS_LONG ? cases : cases.slice(at % cases.length).slice(0, 1)

const toUrl = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, 'nothing')

describe('every operation of the portal', () => {
  test('answers hostile parameters with a status below 500', async () => {
    for (const operation of operations) {
      if (operation.id === 'auth.logout') continue
      for (const given of hostile(operation, operation.params ?? {})) {
        const url = toUrlWith(operation, given)
        const { status, errors } = await app.ask({
          method: operation.method,
          url,
          headers: { token: operator },
        })
        expect(status, `${operation.id} ${url.slice(0, 200)}`).toBeLessThan(500)
        expectTitled(errors, namesIn(operation.params))
      }
    }
  }, 300_000)

  test('answers hostile bodies with a status below 500 and Chinese messages', async () => {
    let asked = 0
    for (const operation of operations) {
      if (!operation.body) continue
      for (const given of hostile(operation, operation.body)) {
        const body = JSON.stringify(given)
        asked += 1
        const answer = await app.post(toUrl(operation), body, {
          token: operator,
          address: `10.7.${asked % 50}.1`,
        })
        expect(answer.status, `${operation.id} ${body.slice(0, 80)}`).toBeLessThan(500)
        if (answer.code !== 0) expect(answer.msg).toMatch(/[\u4e00-\u9fff]/)
        for (const error of answer.errors ?? []) expect(error.message).toMatch(/[\u4e00-\u9fff]/)
        expectTitled(answer.errors, namesIn(operation.body))
      }
      for (const body of inTurn(NO_OBJECTS, asked)) {
        const { status } = await app.post(toUrl(operation), body, { token: operator, address: '10.7.0.2' })
        expect(status, `${operation.id} ${body}`).toBeLessThan(500)
      }
    }
  }, 300_000)
})

/** With the values in the path where it has their names, else in the query. */
function toUrlWith({ path }: Operation, given: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(given).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  )
  const inPath = new Map(texts.filter(([name]) => path.includes(`{${name}}`)))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = inPath.get(name) ?? 'nothing'
    return encodeURIComponent(isWellFormed(text) ? text : 'x')
  })
  const query = texts.filter(([name]) => !inPath.has(name)).map(([name, text]) => `${name}=${toQuery(text)}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

/** A lone surrogate cannot be percent-encoded; raw bytes that are no UTF-8 stand for it. */
function toQuery(text: string): string {
  return isWellFormed(text) ? encodeURIComponent(text) : '%ED%A0%80'
}

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
}
