// Owns the cases of list pages over operations that answer a plain array of records.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkConfiguration } from '../../src/config/load.ts'
import type { ListPage } from '../../src/shared/pages/list.ts'
import { POLICY, POLICY_FILE, ROOT, smallFiles } from '../server/support/small-configuration.ts'

/** Cells that the columns need. */
const CELLS = ['text', 'yes-no'].map((name) => `schemas/widgets/cells/${name}.schema.json`)
const FILE = 'pages-config/devices.json'

async function check(columns: readonly string[]) {
  const files = await smallFiles()
  files.set(POLICY_FILE, JSON.stringify(POLICY))
  const page = {
    $schema: '../schemas/config/page.schema.json',
    kind: 'list',
    path: '/devices',
    title: '登录设备',
    access: ['registered'],
    source: 'account.devices',
    view: 'table',
    columns,
  }
  for (const file of CELLS) files.set(file, readFileSync(join(ROOT, file), 'utf8'))
  files.set(FILE, JSON.stringify(page, null, 2))
  return checkConfiguration(files)
}

test('the titled properties of its entries are columns', async () => {
  const result = await check(['address', 'current'])
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  const page = result.model.pages.find(({ path }) => path === '/devices') as ListPage | undefined
  expect(page?.columns.map(({ label }) => label)).toEqual(['网络地址', '是否本机'])
})

test('anything else is refused, with the nearest name', async () => {
  const result = await check(['adress'])
  expect(result.ok).toBe(false)
  if (!result.ok)
    expect(result.problems).toMatchObject([{ slug: 'field_unknown', file: FILE, nearest: 'address' }])
})
