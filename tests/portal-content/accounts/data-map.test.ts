// Tests the data map: it is current, every personal field says its purpose, visitors read it, operators see what is due.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataMap, toDataMapText } from '#server/personal-data/data-map.ts'
import { personalFieldsOf, personalUseOf } from '#shared/access/personal-fields.ts'
import type { Role } from '#shared/access/roles.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { model } from '../../support/portal-model.ts'
import { ROOT } from '../../support/source-files.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
}, 120_000)
afterAll(() => app?.close())

test('schemas/DATA-MAP.md is what npm run docs writes for the present configuration', () => {
  expect(readFileSync(join(ROOT, 'schemas/DATA-MAP.md'), 'utf8')).toBe(toDataMapText(model))
})

test('every personal field of the portal says why it is collected', () => {
  const without = [...model.contentTypes.map((type) => ({ ...type, id: type.name })), ...model.forms].flatMap(
    (form) =>
      personalFieldsOf(form)
        .filter((field) => personalUseOf(form, field).purpose === undefined)
        .map(({ name }) => `${form.id}.${name}`),
  )
  expect(without).toEqual([])
})

test('a visitor reads the data map page by page', async () => {
  const { data } = await app.get<{ list: { field: string; retention: string }[]; totalCount: number }>(
    '/newapi/personal/map?limit=50',
  )
  expect(data.totalCount).toBe(dataMap(model).length)
  expect(data.list).toHaveLength(50)
  expect(data.list.find(({ field }) => field === 'radioDeclaration.contactMobile')).toMatchObject({
    title: '手机号码',
    purpose: '联系申报人，办理无线电台（站）申报',
    retention: '办结后 3 年',
  })
})

test('operators and auditors see what the next run of the retention will erase, others do not', async () => {
  const ask = async (role: Role, page = 1) =>
    app.get<{ list: { title: string }[] }>(`/newapi/operator/retention/list?limit=50&page=${page}`, {
      token: await app.signIn(`viewer-${role}`, role),
    })
  for (const role of ['operator', 'auditor'] as const) {
    const titles = [...(await ask(role)).data.list, ...(await ask(role, 2)).data.list].map(
      ({ title }) => title,
    )
    expect(titles).toContain('浏览记录')
  }
  expect((await ask('unit')).status).toBe(403)
})
