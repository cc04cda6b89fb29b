// Tests the export file of an operator list over HTTP: read access, chosen columns, cell formats,
// numbers of telephones masked as lists mask them.
import { Window } from 'happy-dom'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readTable } from '#server/platform/table-files/read-table.ts'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import type { ExportColumn } from '#shared/model/page-model.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { toXlsx } from '#shared/tables/xlsx.ts'
import { siteBlock } from '../../../portal/site-block.ts'
import { model } from '../../../support/portal-model.ts'
import { type Answers, validAnswers } from '../../../support/valid-answers.ts'
import { withOwnFiles } from '../../support/keep-file.ts'
import { signInAll } from '../../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PEOPLE = { maker: 'unit', other: 'supplier', editor: 'operator', auditor: 'auditor' } as const
type Name = keyof typeof PEOPLE

const TYPE = 'radioDeclaration'
const page = model.pages.find(
  (one): one is ListPage => one.kind === 'list' && one.id.startsWith('operator/') && one.contentType === TYPE,
) as ListPage
const columns = page.actions.find((action) => action.do === 'export')?.columns ?? []

let app: TestApp
let tokens: Record<Name, string>
let asker: Name = 'editor'
let portal: {
  readonly readAll: typeof import('#portal/features/export/export-dialog.tsx')
  readonly toRows: typeof import('#portal/features/export/export-dialog.tsx').toRows
}

/** In a window of its own, since a page tells the portal what it is. */
async function loadPortal(): Promise<void> {
  const window = new Window({ url: 'http://portal.test/' })
  const said = window.document.createElement('script')
  Object.assign(said, { type: 'application/json', id: 'site', textContent: JSON.stringify(siteBlock()) })
  window.document.head.append(said)
  const { document, location, history, localStorage, sessionStorage } = window
  const globals = { window, document, location, history, localStorage, sessionStorage }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.stubGlobal('fetch', answerFromServer)
  const { loadDictionaries } = await import('#portal/core/configuration/dictionaries.ts')
  await loadDictionaries()
  const readAll = await import('#portal/features/export/export-dialog.tsx')
  const { toRows } = await import('#portal/features/export/export-dialog.tsx')
  portal = { readAll, toRows }
}

/** Reads leave the portal by `fetch`. */
async function answerFromServer(address: string): Promise<Response> {
  const { status, text } = await app.get(address, { token: tokens[asker] })
  return new Response(text, { status })
}

async function declare(by: Name, seed: number, more: Answers): Promise<string> {
  const form = model.forms.find(({ id }) => id === TYPE)
  const type = model.contentTypes.find(({ name }) => name === TYPE)
  if (!form || !type) throw new Error(TYPE)
  const answers = await withOwnFiles(app, type, validAnswers(createRandom(seed), form, 0), by)
  const { data, text } = await app.post<{ id: string }>(
    '/newapi/erdha/submit',
    { ...answers, ...more },
    { token: tokens[by] },
  )
  expect(data?.id, text).toBeTruthy()
  return data.id
}

/** As the dialog makes it: all pages of the list, the columns in the order in which they are offered. */
async function fileOf(names: readonly string[], params: object = {}): Promise<string[][]> {
  const { createReadProgress: newReading, continueReading: readOn } = portal.readAll
  const reading = newReading()
  const path = page.source.path
  await readOn(reading, { path, params: { ...params } }, new AbortController().signal, () => undefined)
  const chosen: readonly ExportColumn[] = columns.filter(({ name }) => names.includes(name))
  const regions = await app.get<never>('/newapi/api/area/tree')
  const sheet = portal.toRows('申报', chosen, [...reading.items.values()], regions.data)
  // What is reckoned with is a number there, and what only looks like one, or like a formula, is a text.
  for (const [at, { type }] of chosen.entries())
    for (const row of sheet.rows.slice(1)) {
      const cell = row[at]
      if (type === 'number' || type === 'integer') expect(typeof cell, JSON.stringify(cell)).toBe('number')
      else expect(cell).toMatchObject({ style: 'text' })
    }
  const bytes = Buffer.from(toXlsx([sheet]))
  const { rows } = await readTable(bytes, { rows: 1000, cells: 100, bytes: 1e7 })
  return rows.map(({ cells }) => cells.map(String))
}

const FIRST = {
  orgName: '示例应急通信有限公司',
  contactMobile: '13900000041',
  stationName: '示例市应急指挥中继台',
  applyType: '1',
  region: '350203',
  needCallSign: true,
  quantity: 12,
  txPower: 0.5,
  equipNo: '00012345',
  purpose: '=SUM(A1:A9) 应急指挥',
}
const SECOND = { ...FIRST, orgName: '示例救援通信有限公司', stationName: '=1+1 备用台', quantity: 3 }

beforeAll(async () => {
  app = await createTestApp()
  tokens = await signInAll(app, PEOPLE)
  await loadPortal()
  await declare('maker', 1, FIRST)
  await declare('other', 2, SECOND)
}, 120_000)
afterAll(async () => {
  vi.unstubAllGlobals()
  await app?.close()
})

test('the operator list offers the declared fields as export columns, without file fields', () => {
  const names = columns.map(({ name }) => name)
  expect(names[0]).toBe('stationName')
  expect(names).toEqual(
    expect.arrayContaining(['orgName', 'contactMobile', 'region', 'quantity', 'declareNo', 'status']),
  )
  expect(names).not.toContain('attachments')
})

test('an export file holds labels for codes, numbers as numbers, masked phones and formulas as text', async () => {
  const chosen = [
    'stationName',
    'orgName',
    'contactMobile',
    'applyType',
    'region',
    'needCallSign',
    'equipNo',
    'quantity',
    'txPower',
    'purpose',
    'declareNo',
    'status',
  ]
  const [head, ...rows] = await fileOf(chosen)
  expect(head).toEqual([
    '台站名称',
    '申报单位',
    '手机号码',
    '申请类别',
    '申请识别码',
    '所在地区',
    '设备出厂号',
    '设备数量（台）',
    '发射功率（W）',
    '用途说明',
    '受理编号',
    '状态',
  ])
  const applyType = model.dictionaries
    .find(({ name }) => name === 'stationApplyType')
    ?.items.find(({ value }) => value === '1')?.label
  const year = new Date().getFullYear()
  const said = (of: typeof FIRST) => [
    of.stationName,
    of.orgName,
    '139****0041',
    applyType,
    '是',
    '福建省 厦门市 思明区',
    of.equipNo,
    String(of.quantity),
    '0.5',
    of.purpose,
    expect.stringMatching(new RegExp(`^SB-${year}-\\d{6}$`)),
    '待处理',
  ]
  expect(rows).toHaveLength(2)
  expect(rows).toEqual(expect.arrayContaining([said(FIRST), said(SECOND)]))
})

test('an export file holds only the rows of the filtered list and the chosen columns', async () => {
  const rows = await fileOf(['stationName', 'quantity'], { keyWord: '备用台' })
  expect(rows).toEqual([
    ['台站名称', '设备数量（台）'],
    [SECOND.stationName, '3'],
  ])
})

test('auditors can export the operator list; declaring accounts get 403, visitors get 401', async () => {
  asker = 'auditor'
  expect(await fileOf(['stationName'])).toHaveLength(3)
  for (const token of [tokens.maker, tokens.other])
    expect((await app.get(`${page.source.path}?page=1&limit=50`, { token })).status).toBe(403)
  expect((await app.get(`${page.source.path}?page=1&limit=50`)).status).toBe(401)
})
