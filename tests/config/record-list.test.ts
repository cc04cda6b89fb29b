// Tests list pages over operations that return a plain array of records.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { POLICY, POLICY_FILE, ROOT, smallFiles } from '../server/support/small-configuration.ts'

/** Cells that the columns need. */
const CELLS = ['text', 'yes-no'].map((name) => `schemas/widgets/cells/${name}.schema.json`)
const FILE = 'pages-config/devices.json'

async function check(columns: readonly string[], more: object = {}) {
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
    ...more,
  }
  for (const file of CELLS) files.set(file, readFileSync(join(ROOT, file), 'utf8'))
  files.set(FILE, JSON.stringify(page, null, 2))
  return checkConfiguration(files)
}

test('a list of records accepts titled properties of its entries as columns', async () => {
  const result = await check(['address', 'current'])
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  const page = result.model.pages.find(({ path }) => path === '/devices') as ListPage | undefined
  expect(page?.columns.map(({ label }) => label)).toEqual(['网络地址', '是否本机'])
})

test('a list of records refuses an unknown column and suggests the nearest name', async () => {
  const result = await check(['adress'])
  expect(result.ok).toBe(false)
  if (!result.ok)
    expect(result.problems).toMatchObject([{ slug: 'field_unknown', file: FILE, nearest: 'address' }])
})

describe('`empty` of a list of records', () => {
  const pageOf = async (empty: object) => {
    const result = await check(['address'], { empty })
    if (!result.ok) return result.problems
    return result.model.pages.find(({ path }) => path === '/devices') as ListPage | undefined
  }

  test('links to an existing page and is refused for an unknown page', async () => {
    const empty = { text: '没有登录中的设备', label: '再看一次', link: 'devices' }
    expect(await pageOf(empty)).toMatchObject({
      empty: { text: '没有登录中的设备', label: '再看一次', link: { page: 'devices', path: '/devices' } },
    })
    expect(await pageOf({ ...empty, link: 'devicez' })).toMatchObject([{ file: FILE, slug: 'page_unknown' }])
  })

  test.each([
    ['a link without a name', { text: '没有设备', link: 'devices' }],
    ['a name without a link', { text: '没有设备', label: '再看一次' }],
    ['no text', { label: '再看一次', link: 'devices' }],
    ['a word that tells nothing', { text: '暂无数据' }],
  ])('is reported when it has %s', async (_, empty) => {
    const result = await check(['address'], { empty })
    const found = result.ok ? result.warnings : result.problems
    expect(found.map(({ file }) => file)).toContain(FILE)
  })
})
