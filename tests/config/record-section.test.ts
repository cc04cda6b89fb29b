// Tests sections over operations whose entries are records, not items.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { ZonePage } from '#shared/model/pages/zone.ts'
import { POLICY, POLICY_FILE, ROOT, smallFiles } from '../server/support/small-configuration.ts'

const WIDGETS = ['sections/item-list', 'cells/text'].map((name) => `schemas/widgets/${name}.schema.json`)
const FILE = 'pages-config/devices.json'

async function check(meta: string, more: object = {}) {
  const files = await smallFiles()
  files.set(POLICY_FILE, JSON.stringify(POLICY))
  for (const file of WIDGETS) files.set(file, readFileSync(join(ROOT, file), 'utf8'))
  const page = {
    $schema: '../schemas/config/page.schema.json',
    kind: 'zone',
    path: '/devices',
    title: '登录设备',
    access: ['registered'],
    sections: [{ widget: 'item-list', title: '设备', source: 'account.devices', options: { meta }, ...more }],
  }
  files.set(FILE, JSON.stringify(page, null, 2))
  return checkConfiguration(files)
}

test('a section of records accepts a titled property as its meta column', async () => {
  const result = await check('address')
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  const page = result.model.pages.find(({ path }) => path === '/devices') as ZonePage | undefined
  expect(page?.sections[0]?.content?.columns.meta).toMatchObject({ label: '网络地址', cell: 'text' })
})

test('a section of records refuses an unknown property and suggests the nearest name', async () => {
  const result = await check('adress')
  expect(result.ok).toBe(false)
  if (result.ok) return
  expect(result.problems).toMatchObject([{ file: FILE, nearest: 'address' }])
})

test('`empty` of a section requires a label and a link to an existing page', async () => {
  const told = await check('address', { empty: { text: '没有设备', label: '登录设备', link: 'devices' } })
  if (!told.ok) throw new Error(JSON.stringify(told.problems))
  const page = told.model.pages.find(({ path }) => path === '/devices') as ZonePage | undefined
  expect(page?.sections[0]?.empty).toMatchObject({ text: '没有设备', link: { page: 'devices' } })
  const lost = await check('address', { empty: { text: '没有设备', label: '登录设备', link: 'devicez' } })
  expect(lost.ok ? [] : lost.problems).toMatchObject([{ file: FILE, slug: 'page_unknown' }])
  const nameless = await check('address', { empty: { text: '没有设备', link: 'devices' } })
  expect(nameless.ok).toBe(false)
})
