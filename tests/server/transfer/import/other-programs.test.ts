// Tests imports of tables written by other programs: the values read and the errors reported.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { ImportView } from '#shared/calls/import-answers.ts'
import type { Model } from '#shared/model/model.ts'
import { portalFiles } from '../../../support/portal-files.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { API, judgeTable, sendTable } from './send-table.ts'

const CATEGORY = 'E032'
const EQUIPMENT_FILE = 'schemas/content/equipment.json'
/** What the tables of the cases have columns for. */
const SET = {
  $schema: '../../config/parameter-set.schema.json',
  title: '北斗短报文终端',
  parent: 'C0202',
  order: 9,
  groups: [
    {
      title: '主要性能',
      fields: {
        success: {
          type: 'number',
          title: '发送成功率',
          'x-unit': '%',
          minimum: 95,
          maximum: 99.9,
          'x-step': 0.1,
        },
        weight: { type: 'number', title: '质量', 'x-unit': 'g', minimum: 150, maximum: 600, 'x-step': 10 },
        ip: { type: 'string', title: '防护等级', enum: ['IP65', 'IP67', 'IP68'] },
      },
    },
  ],
}
const CASES = { type: 'string', title: '应用案例', maxLength: 2000, 'x-widget': 'textarea' }

function caseModel(): Model {
  const files = portalFiles()
  const equipment = JSON.parse(files.get(EQUIPMENT_FILE) ?? '')
  equipment.fields.properties.cases = CASES
  equipment.steps[0].fields.push('cases')
  files.set(EQUIPMENT_FILE, JSON.stringify(equipment))
  files.set(`schemas/parameters/equipment/${CATEGORY}.json`, JSON.stringify(SET))
  const result = checkConfiguration(files)
  if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)))
  return result.model
}

let app: TestApp
let turn = 0
beforeAll(async () => {
  app = await createTestApp({ model: caseModel() })
})
afterAll(() => app.close())

const caseOf = (name: string) => ({
  category: CATEGORY,
  name,
  content: readFileSync(new URL(`cases/${name}`, import.meta.url)),
})

/** Sends it as a supplier of its own, and stores what is right of it. */
async function importCase(
  name: string,
): Promise<{ view: ImportView; bodies: readonly Record<string, unknown>[] }> {
  turn += 1
  const owner = `maker-${turn}`
  const token = await app.signIn(owner, 'supplier')
  const view = await judgeTable(app, token, caseOf(name))
  if (view.right > 0) await app.post(`${API}/confirm`, { id: view.id }, { token })
  const rows = await app.services.db
    .selectFrom('item')
    .select('body')
    .where('ownerId', '=', owner)
    .orderBy('id')
    .execute()
  return { view, bodies: rows.map(({ body }) => body as Record<string, unknown>) }
}

const faultsOf = ({ faults }: ImportView) => faults.map(({ row, column, message }) => [row, column, message])

test('import: a workbook whose part names differ in case from its relationships is read', async () => {
  const { view } = await importCase('case-sharedstrings.xlsx')
  expect([view.right, view.faults]).toEqual([2, []])
})

test('import: _x000D_ in a text of a workbook is a line break', async () => {
  const { view, bodies } = await importCase('x000D.xlsx')
  expect(view.faults).toEqual([])
  expect(JSON.stringify(bodies)).not.toContain('_x000D_')
  expect(JSON.stringify(bodies)).toContain('第一行')
})

test('import: a text column takes the digits that the cell shows', async () => {
  const { view, bodies } = await importCase('lead-zero-format.xlsx')
  expect(view.faults).toEqual([])
  expect(JSON.stringify(bodies)).toContain('05917654321')
})

test('import: every error cell of a workbook is a fault, whatever its text', async () => {
  const { view } = await importCase('err-cells.xlsx')
  expect(view.right).toBe(0)
  expect(view.faults.map(({ row, value }) => [row, value])).toEqual([
    [2, '#N/A'],
    [3, '#SPILL!'],
    [4, '#CALC!'],
    [5, '#GETTING_DATA'],
    [6, '########'],
  ])
})

test('import: numbers keep their value under formats with padding, units and conditions', async () => {
  const { view, bodies } = await importCase('weird-fmt.xlsx')
  expect(faultsOf(view)).toEqual([])
  expect(bodies.map(({ params }) => params)).toEqual(
    [250, 260, 270, 280].map((weight) => expect.objectContaining({ weight })),
  )
})

test('import: a cell that a merge covers is a fault that names the merge', async () => {
  const { view } = await importCase('merged.xlsx')
  expect([view.right, view.wrong]).toEqual([1, 1])
  expect(faultsOf(view)).toEqual([[3, '应用场景', expect.stringContaining('C2:C3')]])
})

test('import: hidden rows are imported and counted in a note to the sender', async () => {
  const { view } = await importCase('hidden-row.xlsx')
  expect(view.right).toBe(2)
  expect(view.notes).toEqual([expect.stringMatching(/1 个隐藏行（第 3 行）/)])
})

test('import: a title row above the headings is refused with the row where the headings belong', async () => {
  const token = await app.signIn('maker-title', 'supplier')
  const { status, msg } = await sendTable(app, token, caseOf('title-row.csv'))
  expect([status, msg]).toEqual([400, expect.stringMatching(/标题行应在第 1 行.*第 2 行/)])
})

test('import: a byte order mark of GB18030 before a quoted heading is ignored', async () => {
  const { view } = await importCase('gb18030-bom-quoted.csv')
  expect(faultsOf(view)).toEqual([])
  expect(view.right).toBeGreaterThan(0)
})
