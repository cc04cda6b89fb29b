// Tests the OpenAPI document: it describes every served operation in valid form.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isForKeys } from '#server/platform/operations/key-scope.ts'
import { ERRORS } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import { portalFiles } from '../../../support/portal-files.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: object
  readonly security: readonly object[]
  readonly responses: Readonly<Record<string, unknown>>
}

interface Document {
  readonly openapi: string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: object; readonly responses: object }
}

let app: TestApp
let model: Model
let document: Document

beforeAll(async () => {
  model = await smallModel()
  app = await createTestApp({ model })
  document = JSON.parse((await app.get('/openapi.json')).text) as Document
})
afterAll(() => app.close())

const all = () => Object.values(document.paths).flatMap((item) => Object.values(item))

describe('OpenAPI document', () => {
  test('is OpenAPI 3.1 and contains every operation under its method and path', () => {
    expect(document.openapi).toBe('3.1.0')
    for (const { id, method, path, params, body, access } of model.operations) {
      const described = document.paths[path]?.[method.toLowerCase()]
      expect(described, id).toBeDefined()
      expect(described?.parameters.map(({ name }) => name)).toEqual(Object.keys(params.properties as object))
      expect(described?.requestBody === undefined).toBe(body === undefined)
      expect(described?.security).toContainEqual({ token: [] })
      const isOpen = access.includes('anyone')
      expect(described?.security.length, id).toBe(1 + Number(isOpen) + Number(isForKeys({ id })))
    }
    // And the stream of changes, which is no operation.
    expect(all()).toHaveLength(model.operations.length + 1)
  })
  test('gives every operation a unique id, a summary, known tags, a success and an error response', () => {
    const ids = all().map(({ operationId }) => operationId)
    const tags = new Set(document.tags.map(({ name }) => name))
    expect(new Set(ids).size).toBe(ids.length)
    for (const { summary, tags: own, responses } of all()) {
      expect(summary).not.toBe('')
      expect(own.every((tag) => tags.has(tag))).toBe(true)
      expect(Object.keys(responses)).toContain('200')
      expect(Object.keys(responses).some((status) => status.startsWith('4'))).toBe(true)
    }
  })
  test('describes each tag by the title of its file', () => {
    const titles = new Map(document.tags.map(({ name, description }) => [name, description]))
    for (const group of ['auth', 'map', 'search'])
      expect(titles.get(group)).toBe(JSON.parse(portalFiles().get(`schemas/api/${group}.json`) ?? '').title)
    expect(document.tags.filter(({ name, description }) => name === description)).toEqual([])
  })
  test('names a path parameter for every {name} in a path', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const { parameters } of Object.values(item)) {
        const inPath = parameters.filter((parameter) => parameter.in === 'path')
        expect(inPath.map(({ name }) => name)).toEqual(names)
        expect(inPath.every(({ required }) => required)).toBe(true)
      }
    }
  })
  test('contains the target of every reference', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
    for (const [, path] of references) {
      const found = (path as string)
        .split('/')
        .reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], document)
      expect(found, path).toBeDefined()
    }
  })
  test('contains a response for every entry of the error table', () => {
    expect(Object.keys(document.components.responses)).toEqual(Object.keys(ERRORS))
  })
})

describe('error table', () => {
  const rows = Object.entries(ERRORS)
  test('has a unique code for each error, and 403 for a rejected session only', () => {
    expect(new Set(rows.map(([, { code }]) => code)).size).toBe(rows.length)
    expect(rows.filter(([, { code }]) => code === 403).map(([name]) => name)).toEqual(['SESSION_REJECTED'])
  })
  test.each(rows)('gives %s a status of at least 400 and a Chinese message', (_name, { status, message }) => {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(message).toMatch(/[\u4e00-\u9fff]/)
  })
})
