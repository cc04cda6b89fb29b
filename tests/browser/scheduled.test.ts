// Tests a headline for 8:00 tomorrow over two server processes on one PostgreSQL, whose clock is moved there.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAt } from '#shared/formats/portal-time.ts'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { copyFilledPortal, type ServerCopy } from '../support/filled-data.ts'
import { PNG } from '../support/real-files.ts'
import { launchBrowser } from './support/launch-browser.ts'
import { callPortal, signInBehind } from './support/operator.ts'
import { DEMO_PASSWORD, type RunningPortal, startPortal } from './support/start-portal.ts'
import { type Visitor, visit } from './support/visit.ts'

const HOUR = 3_600_000
const SOON = { timeout: 30_000 }
const TITLE = '排水抢险车明早八点集结'
const CLOCK = pathToFileURL(join(import.meta.dirname, 'support', 'moved-clock.mjs')).href

const lacking = process.env.TEST_DATABASE_URL
  ? (process.env.EQUIPNET_NO_BROWSER ?? (findChromium() ? undefined : '未找到 Chromium'))
  : 'TEST_DATABASE_URL is not set'

describe.skipIf(lacking)(`a headline for 8:00 tomorrow${lacking ? `（跳过：${lacking}）` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'equipnet-scheduled-'))
  const clock = join(folder, 'clock')
  const eight = Date.parse(`${dayAt(new Date(Date.now() + 24 * HOUR))}T08:00:00+08:00`)
  const processes: RunningPortal[] = []
  let copy: ServerCopy
  let browser: Browser
  let editor: Visitor
  let id = ''
  let cover = ''

  beforeAll(async () => {
    const dataDir = join(folder, 'data')
    copy = (await copyFilledPortal(dataDir)) as ServerCopy
    writeFileSync(clock, '0')
    const env = {
      DEMO_PASSWORD,
      DATABASE_URL: copy.url,
      CLOCK_FILE: clock,
      NODE_OPTIONS: `--import ${CLOCK}`,
    }
    processes.push(await startPortal({ dataDir, env }))
    processes.push(await startPortal({ dataDir, env }))
    browser = await launchBrowser()
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    for (const one of processes) await one.stop()
    await copy?.drop()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  const [first, second] = [() => processes[0] as RunningPortal, () => processes[1] as RunningPortal]
  const statusOf = (path: string) => fetch(`${second().url}${path}`).then(({ status }) => status)
  const picture = () => statusOf(`/file/fileOperation/download/${cover}`)

  async function pickFirstTopic(page: Page): Promise<void> {
    await page.getByRole('combobox', { name: /所属专题/ }).click()
    await page.locator('.ant-select-item-option-active').waitFor(SOON)
    await page.keyboard.press('Enter')
    await page
      .locator('.ant-select-item-option')
      .first()
      .waitFor({ ...SOON, state: 'hidden' })
  }

  test('is written in the browser with a picture and its time, and passes the reviews', async () => {
    editor = await visit(browser, first().url)
    await editor.signIn('demo-editor')
    await editor.go('/console/news/new')
    const { page } = editor
    await page.locator('[id="news-title"]').fill(TITLE)
    await pickFirstTopic(page)
    await page.locator('[id="news-summary"]').fill('首批排水抢险车明早集结。')
    await page.locator('[id="news-source"]').fill('示例日报')
    await page.getByRole('textbox', { name: /^正文/ }).click()
    await page.keyboard.type('首批排水抢险车明早八点集结下水，各储备库待命。')
    await page.getByRole('switch', { name: /头条/ }).check()
    const file = { name: '集结.png', mimeType: 'image/png', buffer: PNG }
    await page.locator('[id="news-cover"] input[type=file]').setInputFiles(file)
    const alt = page.getByRole('textbox', { name: /^图片说明/ })
    await alt.fill('集结的排水抢险车')
    await alt.blur()
    await page.locator('[id="news-publishAt"]').fill(`${dayAt(new Date(eight))}T08:00`)
    await page.getByRole('button', { name: '提交', exact: true }).click()
    await page.getByText('已提交，等待初审').first().waitFor(SOON)
    const token = await signInBehind(second().url, 'demo-editor')
    const found = await callPortal<{ list: { id: string }[] }>(
      second().url,
      `/operator/news/manage?keyWord=${encodeURIComponent(TITLE)}`,
      token,
    )
    id = found.list[0]?.id ?? ''
    for (const [index, name] of ['reviewer', 'reviewer-2', 'reviewer-3'].entries()) {
      const { url } = processes[index % 2] as RunningPortal
      const reviewer = await signInBehind(url, `demo-${name}`)
      const { revision } = await callPortal<{ revision: number }>(url, `/cmsInfo/info/${id}`, reviewer)
      await callPortal(url, `/operator/news/pass?id=${id}&revision=${revision}`, reviewer)
    }
    const item = await callPortal<{ status: string; cover: string; isTop: boolean }>(
      first().url,
      `/cmsInfo/info/${id}`,
      token,
    )
    expect(item).toMatchObject({ status: 'scheduled', isTop: true })
    cover = item.cover
    expect([await statusOf(`/newapi/cmsInfo/info/${id}`), await picture()]).toEqual([404, 404])
    expect(editor.problems.filter((problem) => !problem.includes('422'))).toEqual([])
    await editor.close()
  }, 180_000)

  test('is public then with its picture, once, and its editor is told', async () => {
    writeFileSync(clock, String(eight + 1_000 - Date.now()))
    await expect
      .poll(() => statusOf(`/newapi/cmsInfo/info/${id}`), { timeout: 60_000, interval: 500 })
      .toBe(200)
    expect(await picture()).toBe(200)
    const guest = await visit(browser, second().url)
    await guest.go(`/threePage?id=${id}`)
    await guest.page.locator('main h1').getByText(TITLE, { exact: true }).waitFor(SOON)
    await guest.page.locator(`.eq-article img[src*="${cover}"]`).first().waitFor(SOON)
    await guest.close()
    // Each process looks once more: it is a minute later for both.
    const runs = () => ask<{ at: Date }>(`select due_at as at from timer where name = 'content.deadlines'`)
    const ran = (await runs())[0]?.at
    writeFileSync(clock, String(eight + 90_000 - Date.now()))
    await expect
      .poll(async () => Number((await runs())[0]?.at) > Number(ran), { timeout: 60_000, interval: 500 })
      .toBe(true)
    const moves = await ask(`select id from transition_log where item_id = '${id}' and to_status = 'online'`)
    expect(moves).toHaveLength(1)
    const told = await ask(`select id from notice where item_id = '${id}' and template = 'wentOnline'`)
    expect(told).toHaveLength(1)
    editor = await visit(browser, first().url)
    await editor.signIn('demo-editor')
    await editor.go('/userPage/notices')
    await editor.page.getByText(`“${TITLE}”已定时上线`).first().waitFor(SOON)
    await editor.close()
    for (const one of processes) expect(one.output()).not.toMatch(/"level":"error"|未处理/)
  }, 180_000)

  async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: copy.url })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
})
