// Tests imports across a configuration change: rows are validated again or refused, never stored unchecked.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportView } from '#shared/calls/import-answers.ts'
import type { Model } from '#shared/model/model.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'
import { model } from '../../../support/portal-model.ts'
import { createTestApp, DATABASE, type TestApp } from '../../support/test-app.ts'
import { API, judgeAll, judgeTable, sendTable } from './send-table.ts'

const KEY = 'ratedFlow'

function withSets(change: (set: ParameterSet) => readonly ParameterSet[]): Model {
  const families = model.families.map((family) => ({ ...family, sets: family.sets.flatMap(change) }))
  return { ...model, hash: 'changed', families }
}

const changed = (change: (set: ParameterSet) => ParameterSet) =>
  withSets((set) => [set.id === 'E001' ? change(set) : set])

const renamed = changed((set) => ({
  ...set,
  fields: set.fields.map((field) => (field.name === 'flow' ? { ...field, name: KEY } : field)),
  groups: set.groups.map((group) => ({
    ...group,
    fields: group.fields.map((name) => (name === 'flow' ? KEY : name)),
  })),
}))
const without = changed((set) => ({
  ...set,
  fields: set.fields.filter(({ name }) => name !== 'flow'),
  groups: set.groups.map((group) => ({ ...group, fields: group.fields.filter((name) => name !== 'flow') })),
}))
const gone = withSets((set) => (set.id === 'E001' ? [] : [set]))

const scene = model.dictionaries.find(({ name }) => name === 'application')?.items[0]?.label
const HEAD = '装备名称,型号,应用场景,装备简介,额定流量（m³/h）'
const INTRO = '用于城市内涝与下穿隧道排水的垂直式抢险车，展开快、扬程高。'
const table = (rows: number) =>
  [HEAD, ...Array.from({ length: rows }, (_, at) => `排水抢险车,T-${at},${scene},${INTRO},3000`)].join('\r\n')

let app: TestApp
/** Servers of the same database, with other configurations. */
let others: Readonly<Record<'renamed' | 'without' | 'gone', TestApp>>
let supplier: string
let turn = 0

beforeAll(async () => {
  const opened = await DATABASE.open()
  const open = (changedModel: Model, drop: () => Promise<void> = async () => {}) =>
    createTestApp({ model: changedModel, database: { ...DATABASE, open: async () => ({ ...opened, drop }) } })
  app = await open(model, opened.drop)
  others = { renamed: await open(renamed), without: await open(without), gone: await open(gone) }
})
afterAll(async () => {
  for (const other of Object.values(others ?? {})) await other.app.close()
  await app?.close()
})
beforeEach(async () => {
  turn += 1
  supplier = await app.signIn(`importer-${turn}`, 'supplier')
})

const confirm = (at: TestApp, id: string) =>
  at.post<ImportView>(`${API}/confirm`, { id }, { token: supplier })
const stored = () =>
  app.services.db.selectFrom('item').select('body').where('ownerId', '=', `importer-${turn}`).execute()
const job = async () =>
  (await app.get<{ job: ImportView | null }>(`${API}/state?type=equipment`, { token: supplier })).data.job

describe('import after a parameter key was renamed', () => {
  test('validates all rows again at confirmation and stores them after a second confirmation', async () => {
    const { id, right, renewed } = await judgeTable(app, supplier, { content: table(3) })
    expect([right, renewed]).toEqual([3, false])
    const asked = await confirm(others.renamed, id)
    expect(asked.data).toMatchObject({ state: 'judging', judged: 0, renewed: true })
    expect(await stored()).toEqual([])
    expect(await judgeAll(others.renamed, supplier, id)).toMatchObject({ state: 'judged', right: 3 })
    expect((await confirm(others.renamed, id)).data).toMatchObject({ state: 'done', imported: 3 })
    expect((await stored()).map(({ body }) => body.params)).toEqual(Array(3).fill({ [KEY]: 3000 }))
  })

  test('validates earlier batches again if the key changed between two batches', async () => {
    const { data } = await sendTable(app, supplier, { content: table(300) })
    const { id } = data
    await app.post(`${API}/step`, { id }, { token: supplier })
    expect(await judgeAll(others.renamed, supplier, id)).toMatchObject({ right: 300, renewed: true })
    await confirm(others.renamed, id)
    const keys = new Set((await stored()).flatMap(({ body }) => Object.keys(body.params as object)))
    expect([...keys]).toEqual([KEY])
  })
})

test('an import whose parameter was removed is refused with the column and stores nothing', async () => {
  const { id } = await judgeTable(app, supplier, { content: table(2) })
  const refused = await confirm(others.without, id)
  expect(refused.status).toBe(409)
  expect(refused.msg).toContain('未存入任何内容')
  expect(refused.msg).toContain('未知的列：“额定流量（m³/h）”')
  expect(await stored()).toEqual([])
  expect(await job()).toBe(null)
})

test('an import whose category was removed is refused and can be cancelled', async () => {
  const { id } = await judgeTable(app, supplier, { content: table(2) })
  const refused = await confirm(others.gone, id)
  expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('类别已停用或调整')])
  expect((await others.gone.post(`${API}/cancel`, { id }, { token: supplier })).code).toBe(0)
  expect([await stored(), await job()]).toEqual([[], null])
})
