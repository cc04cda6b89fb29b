// Owns the cases of sections over operations whose entries are records, not content.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkConfiguration } from '../../src/config/load.ts'
import type { ZonePage } from '../../src/shared/pages/zone.ts'
import { POLICY, POLICY_FILE, ROOT, smallFiles } from '../server/support/small-configuration.ts'

const WIDGETS = ['sections/item-list', 'cells/text'].map((name) => `schemas/widgets/${name}.schema.json`)
const FILE = 'pages-config/devices.json'

async function check(meta: string) {
  const files = await smallFiles()
  files.set(POLICY_FILE, JSON.stringify(POLICY))
  for (const file of WIDGETS) files.set(file, readFileSync(join(ROOT, file), 'utf8'))
  const page = {
    $schema: '../schemas/config/page.schema.json',
    kind: 'zone',
    path: '/devices',
    title: '登录设备',
    access: ['registered'],
    sections: [{ widget: 'item-list', title: '设备', source: 'account.devices', options: { meta } }],
  }
  files.set(FILE, JSON.stringify(page, null, 2))
  return checkConfiguration(files)
}

test('an option that names a titled property becomes a column', async () => {
  const result = await check('address')
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  const page = result.model.pages.find(({ path }) => path === '/devices') as ZonePage | undefined
  expect(page?.sections[0]?.content?.columns.meta).toMatchObject({ label: '网络地址', cell: 'text' })
})

test('any other name is refused, with the nearest one', async () => {
  const result = await check('adress')
  expect(result.ok).toBe(false)
  if (result.ok) return
  expect(result.problems).toMatchObject([{ file: FILE, nearest: 'address' }])
})
