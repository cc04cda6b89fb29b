// Tests the page 统计 in Chromium: last month's most read and searches without results, and figures that lead to lists.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysOfPeriod } from '#shared/formats/periods.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { copyFilledPortal, type ServerCopy } from '../support/filled-data.ts'
import { findViolations } from './support/find-violations.ts'
import { launchBrowser } from './support/launch-browser.ts'
import { DEMO_PASSWORD, type RunningPortal, startPortal } from './support/start-portal.ts'
import { type Visitor, visit } from './support/visit.ts'

const SOON = { timeout: 30_000 }
const lacking = process.env.TEST_DATABASE_URL
  ? (process.env.EQUIPNET_NO_BROWSER ?? (findChromium() ? undefined : '未找到 Chromium'))
  : 'TEST_DATABASE_URL is not set'

describe.skipIf(lacking)(`the page 统计${lacking ? `（跳过：${lacking}）` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'equipnet-statistics-'))
  const { from, to } = daysOfPeriod('lastMonth', dayAt(new Date()))
  let copy: ServerCopy
  let portal: RunningPortal
  let browser: Browser
  let operator: Visitor
  let page: Page
  let title = ''

  beforeAll(async () => {
    const dataDir = join(folder, 'data')
    copy = (await copyFilledPortal(dataDir)) as ServerCopy
    const client = new pg.Client(copy.url)
    await client.connect()
    const { rows } = await client.query(
      `select id, title from item where type = 'news' and status = 'online' limit 1`,
    )
    title = rows[0].title
    await client.query('delete from item_interest')
    await client.query(`insert into item_interest values ($1, $2, 'news', 70, 0), ($1, $3, 'news', 5, 0)`, [
      rows[0].id,
      from,
      to,
    ])
    await client.query(
      `insert into day_count (day, what, key, n) values
        ($1, 'searchNone', '水下焊接机器人', 9), ($2, 'searchNone', '水下焊接机器人', 3), ($1::date - 1, 'searchNone', '早前的词', 50)`,
      [from, to],
    )
    await client.end()
    portal = await startPortal({ dataDir, env: { DEMO_PASSWORD, DATABASE_URL: copy.url } })
    browser = await launchBrowser()
    operator = await visit(browser, portal.url)
    page = operator.page
    await operator.signIn('demo-operator')
    await operator.go('/operator/statistics')
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await portal?.stop()
    await copy?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const section = (name: string) =>
    page.locator('.eq-card').filter({ has: page.getByRole('heading', { name, exact: true }) })

  test('last month: the most read item and the searches without results are those of its days alone', async () => {
    await page.getByRole('button', { name: '上月' }).press('Enter')
    await section('阅读最多').getByText('75', { exact: true }).first().waitFor(SOON)
    expect(await section('阅读最多').getByRole('link', { name: title }).count()).toBeGreaterThan(0)
    await section('无结果的搜索词').getByText('12', { exact: true }).first().waitFor(SOON)
    expect(await section('无结果的搜索词').getByText('早前的词').count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
  }, 90_000)

  test('the file of a chart holds the rows of its table', async () => {
    const card = section('无结果的搜索词')
    await card.getByText('以表格查看').click()
    const rows = await card
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join(',')))
    const download = page.waitForEvent('download', SOON)
    await card.getByRole('button', { name: 'CSV' }).click()
    const text = readFileSync(await (await download).path(), 'utf8').replace(/^\uFEFF/, '')
    expect(text.trim().split(/\r?\n/).slice(1)).toEqual(rows)
    expect(rows).toEqual(['水下焊接机器人,12'])
  }, 90_000)

  test('the figure of searches leads to the statistics of searches for the same days', async () => {
    await section('搜索')
      .getByRole('link', { name: /无结果/ })
      .click()
    await page.getByRole('heading', { name: '搜索统计', level: 1 }).waitFor(SOON)
    expect(page.url()).toContain(`from=${from}`)
    expect(page.url()).toContain(`to=${to}`)
    await section('无结果的搜索词').getByText('水下焊接机器人').first().waitFor(SOON)
  }, 90_000)
})
