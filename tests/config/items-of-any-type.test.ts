// Tests links to *, references and actions that work on items of every content type.
import { beforeAll, describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Model } from '#shared/model/model.ts'
import type { Page } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { portalFiles } from '../support/portal-files.ts'

type Json = Record<string, unknown>

let files: ReadonlyMap<string, string>
beforeAll(async () => {
  files = portalFiles()
})

/** The configuration with one file changed. */
function checkWith(path: string, change: (file: Json) => void) {
  const file = JSON.parse(files.get(path) ?? '') as Json
  change(file)
  return checkConfiguration(new Map(files).set(path, JSON.stringify(file, null, 2)))
}

function slugsWith(path: string, change: (file: Json) => void): string[] {
  const result = checkWith(path, change)
  return result.ok ? [] : [...new Set(result.problems.map(({ slug }) => slug))]
}

function pageOf<T extends Page>(model: Model, id: string): T {
  const page = model.pages.find((candidate) => candidate.id === id)
  if (!page) throw new Error(`no page ${id}`)
  return page as T
}

const COLLECTIONS = 'pages-config/interaction/collections.json'
const REPORT = 'schemas/content/report.json'
const DETAIL = 'pages-config/video/detail.json'

describe('items of every content type', () => {
  let model: Model
  beforeAll(() => {
    const result = checkConfiguration(files)
    if (!result.ok) throw new Error(result.problems[0]?.message)
    model = result.model
  })

  test('a link to * opens the detail page of each type, or its page for registered users', () => {
    const { open } = pageOf<ListPage>(model, 'interaction/collections')
    for (const { name, detailPage } of model.contentTypes) {
      const own = model.pages.find(
        (page) =>
          page.kind === 'detail' &&
          page.contentType === name &&
          page.access.includes('registered') &&
          page.params.id !== undefined,
      )
      const page = detailPage ? model.pages.find(({ id }) => id === detailPage) : own
      expect([name, open?.pages?.[name]]).toEqual([name, page?.path])
    }
  })

  test('collect is compiled with its undo call, and report as a link to its form', () => {
    const { actions } = pageOf<DetailPage>(model, 'video/detail')
    expect(actions.find((action) => action.do === 'collect')).toMatchObject({
      source: { operation: 'engagement.collect', body: { dataType: 'video', dataId: '{item.id}' } },
      undo: { operation: 'engagement.uncollect' },
    })
    expect(actions.find(({ label }) => label === '举报')?.link).toMatchObject({
      page: 'interaction/report',
      params: { dataType: 'video', dataId: '{item.id}' },
    })
  })

  test('fields that the address must contain are omitted from the form steps', () => {
    const { form } = pageOf<FormPage>(model, 'interaction/report')
    expect(form.steps.flatMap(({ fields }) => fields)).toEqual(['reason', 'content', 'images'])
    expect(form.fields.map(({ name }) => name)).toContain('dataId')
  })

  test('the dictionary dataType lists the content types', () => {
    const items = model.dictionaries.find(({ name }) => name === 'dataType')?.items ?? []
    expect(items.map(({ value }) => value)).toEqual(model.contentTypes.map(({ name }) => name))
  })
})

test.each([
  ['a parameter that no detail page takes', COLLECTIONS, 'page_link_param'],
  ['a missing id', COLLECTIONS, 'page_link_param'],
] as const)('a link to * is refused for %s', (what, path, slug) => {
  const params = what === 'a missing id' ? {} : { id: '{item.id}', nothing: '1' }
  expect(slugsWith(path, (file) => Object.assign(file, { open: { page: '*', params } }))).toEqual([slug])
})

test('a link to * refuses a type placeholder that does not exist on its page', () => {
  const open = { page: '*', type: '{row.type}', params: { id: '{item.id}' } }
  expect(slugsWith(COLLECTIONS, (file) => Object.assign(file, { open }))).toEqual(['placeholder_unknown'])
})

test.each<[string, string | undefined, string]>([
  [
    'pages-config/operator/comment/list.json',
    '{item.type}',
    'the records are of comments, which say dataType',
  ],
  ['pages-config/operator/comment/list.json', '{item.dataTipe}', 'a misspelt field'],
  ['pages-config/operator/comment/item.json', undefined, 'a detail of a record'],
])('a link to * in %s with type %s is refused: %s', (path, type) => {
  const change = (file: Json) => {
    const actions = [...((file.rowActions ?? []) as Json[]), ...((file.actions ?? []) as Json[])]
    for (const action of actions.filter(({ page }) => page === '*')) {
      if (type === undefined) delete action.type
      else action.type = type
    }
  }
  expect(slugsWith(path, change)).toEqual(['link_type'])
})

test('a filter refuses values that its dictionary does not have', () => {
  const filters = (only: readonly string[]) => (file: Json) =>
    Object.assign(file, { filters: [{ field: 'dataType', options: { only } }] })
  expect(slugsWith(COLLECTIONS, filters(['video', 'nothing']))).toEqual(['value_unknown'])
  expect(slugsWith(COLLECTIONS, filters(['video', 'news']))).toEqual([])
  const wrong = (file: Json) =>
    Object.assign(file, { filters: [{ field: 'dataType', options: { onli: [] } }] })
  expect(slugsWith(COLLECTIONS, wrong)).toEqual(['option_unknown'])
})

test('x-ref-by is refused when it names no field of its own type', () => {
  const slugs = slugsWith(REPORT, (file) => {
    const { properties } = file.fields as { properties: Record<string, Json> }
    Object.assign(properties.dataId as Json, { 'x-ref-by': 'dataTipe' })
  })
  expect(slugs).toContain('field_unknown')
})

test.each(['collect', 'support', 'report'])(
  'the action %s is refused on a page without a content type',
  (what) => {
    const change = (file: Json) => Object.assign(file, { actions: [{ do: what }] })
    expect(slugsWith(COLLECTIONS, change)).toEqual(['action_endpoint'])
    expect(slugsWith(DETAIL, change)).toEqual([])
  },
)
