// Checks that an operator without a terminal changes the site: a zone, the home page, the menu, a dictionary, with undo.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithPictures } from './support/browser-test.ts'
import { look } from './support/look.ts'
import { callPortal, signInBehind } from './support/operator.ts'
import { settle, type Visitor } from './support/visit.ts'
import { WIDTHS } from './support/widths.ts'

const SOON = { timeout: 30_000 }
const edit = (id: string) => `/console/configuration/edit?id=${id}`
const entry = (page: Page, name: RegExp) => page.locator('.eq-entry-name').filter({ hasText: name })
const entryNames = (page: Page) =>
  page.locator('#file--sections > ol > li > .eq-entry-head .eq-entry-name').allInnerTexts()

async function publish(page: Page, words: string): Promise<void> {
  await page.getByText('草稿已保存').waitFor(SOON)
  await page.getByRole('button', { name: '发布…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('修改说明').fill(words)
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('已发布，打开着的页面随即更新').waitFor(SOON)
}

describeWithPictures('site management', (stage) => {
  let operator: Visitor
  let reader: Visitor
  beforeAll(async () => {
    operator = await stage.visit()
    await operator.signIn('demo-operator')
    reader = await stage.visit({ width: 390, height: 844 })
  })
  afterAll(async () => {
    await operator?.close()
    await reader?.close()
  })

  test('a new zone begins as another one, is previewed on a phone, published, and taken back by restoring', async () => {
    const { page } = operator
    await operator.go('/console/configuration')
    await page.getByRole('link', { name: '新建' }).click()
    await page.getByLabel('文件名').fill('earthquake')
    await page.getByRole('button', { name: '新建', exact: true }).click()
    const title = page.getByLabel('名称').first()
    await title.waitFor(SOON)
    // The copy has the address of its model, which the check refuses; the message leads to the place.
    const finding = page.locator('.eq-file-findings button').first()
    await finding.waitFor(SOON)
    await title.fill('地震专区')
    await page.getByLabel('地址', { exact: false }).first().fill('/EarthquakeZone')
    await page.getByText('草稿已保存').waitFor(SOON)
    await expect.poll(() => page.locator('.eq-file-findings[data-errors]').count(), SOON).toBe(0)
    while ((await entryNames(page)).length > 4)
      await page
        .locator('#file--sections > ol > li')
        .last()
        .getByRole('button', { name: /^删除/ })
        .first()
        .click()
    await page.getByText('草稿已保存').waitFor(SOON)
    await page.getByRole('button', { name: '手机' }).click()
    const frame = page.frameLocator('iframe[title="预览（手机）"]')
    await frame.getByRole('heading', { name: '地震专区' }).first().waitFor(SOON)
    await look(page, 'operator-zone-editor', { widths: WIDTHS })
    await publish(page, '新建地震专区')

    await reader.go('/EarthquakeZone')
    await reader.page.getByRole('heading', { name: '地震专区' }).first().waitFor(SOON)
    await look(reader.page, 'earthquake-zone')

    await operator.go('/console/configuration/revisions')
    await page.getByText('新建地震专区').waitFor(SOON)
    const token = await signInBehind(stage.portal.url, 'demo-operator')
    await callPortal(stage.portal.url, '/operator/configuration/restore', token, {
      id: '0',
      reason: '撤销新专区',
    })
    await expect
      .poll(async () => (await fetch(`${stage.portal.url}/config/manifest.json`)).text(), SOON)
      .not.toContain('EarthquakeZone')
    await reader.go('/EarthquakeZone')
    await reader.page.getByText('页面不存在').first().waitFor(SOON)
    expect(operator.problems).toEqual([])
  })

  test('a section of the home page is moved up by the keyboard alone, undone and done again', async () => {
    const { page } = operator
    await operator.go(edit('pages-config~home.json'))
    await entry(page, /招标采购/).waitFor(SOON)
    const before = await entryNames(page)
    const index = before.findIndex((name) => name.includes('招标采购'))
    const button = page.getByRole('button', { name: /^上移：招标采购/ })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await entryNames(page)).findIndex((name) => name.includes('招标采购')))
      .toBe(index - 1)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^上移：招标采购/,
    )
    await page.keyboard.press('Control+z')
    await expect
      .poll(async () => (await entryNames(page)).findIndex((name) => name.includes('招标采购')))
      .toBe(index)
    await page.keyboard.press('Control+y')
    await page.getByText('草稿已保存').waitFor(SOON)
    await page.getByRole('button', { name: '放弃草稿' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click()
    await publish(page, '首页招标采购上移')
    await reader.go('/home-page')
    const heads = () => reader.page.locator('main h2').allInnerTexts()
    await expect
      .poll(async () => {
        const list = await heads()
        return (
          list.findIndex((one) => one.includes('招标采购')) < list.findIndex((one) => one.includes('热搜榜'))
        )
      }, SOON)
      .toBe(true)
    expect(operator.problems).toEqual([])
  })

  test('the menu is reordered, and an open page follows', async () => {
    const { page } = operator
    const wide = await stage.visit()
    await wide.go('/home-page')
    const items = () => wide.page.locator('nav[aria-label="主导航"] > ul > li').allInnerTexts()
    await settle(wide.page)
    await operator.go(edit('pages-config~menu.json'))
    const second = page.locator('#file--items > ol > li').nth(1)
    await second.waitFor(SOON)
    const [first = ''] = await items()
    await page
      .locator('#file--items > ol > li')
      .first()
      .getByRole('button', { name: /^下移/ })
      .first()
      .click()
    await publish(page, '调整菜单次序')
    await expect.poll(async () => (await items())[1]?.split('\n')[0], SOON).toBe(first.split('\n')[0])
    await wide.close()
    expect(operator.problems).toEqual([])
  })

  test('a value of a dictionary is retitled; one that items hold is removed only with another in its place, which they hold then', async () => {
    const { page } = operator
    const { url } = stage.portal
    const levels = async () =>
      (await callPortal<Record<string, { value: string; label: string }[]>>(url, '/api/dict/all'))
        .warningLevel ?? []
    // Of a level that no sample has: samples are files of the portal, which come with a deployment.
    const [held, other] = await levels()
    const token = await signInBehind(url, 'demo-operator-2')
    const added = await callPortal<{ id: string }>(url, '/operator/floodNotice/add', token, {
      title: '防汛汛情通告一则',
      issuer: '示例指挥部',
      content: '<p>各单位做好准备。</p>',
      warningLevel: held?.value,
    })
    const levelOf = async (id: string) => {
      const path = `/operator/floodNotice/manage?ids=${id}`
      const { list } = await callPortal<{ list: { warningLevel: string }[] }>(url, path, token)
      return list[0]?.warningLevel
    }
    expect(await levelOf(added.id)).toBe(held?.value)
    const entryOf = (label = '') => page.locator('#file--items > ol > li').filter({ hasText: label })

    await operator.go(edit('schemas~dictionaries~warningLevel.json'))
    await entryOf(held?.label).locator('.eq-entry-name').click()
    await entryOf(held?.label).getByLabel('显示文字').fill('较高（改称）')
    await publish(page, '预警级别改称')
    expect((await levels()).find(({ value }) => value === held?.value)?.label).toBe('较高（改称）')

    await operator.go(edit('schemas~dictionaries~warningLevel.json'))
    await entryOf('较高（改称）').getByRole('button', { name: /^删除/ }).click()
    await page.getByText('草稿已保存').waitFor(SOON)
    await page.getByRole('button', { name: '发布…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('修改说明').fill('停用一级')
    await dialog.getByRole('alert').first().waitFor(SOON)
    expect(await dialog.getByRole('button', { name: '发布', exact: true }).isDisabled()).toBe(true)
    await look(page, 'operator-dictionary-refused')
    await dialog.getByRole('combobox').selectOption({ label: other?.label ?? '' })
    await dialog.getByRole('button', { name: '应用' }).click()
    await dialog.getByRole('list', { name: '对已有内容的处理' }).waitFor(SOON)
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    await page.getByText('已发布，打开着的页面随即更新').waitFor(SOON)
    expect((await levels()).map(({ value }) => value)).not.toContain(held?.value)
    expect(await levelOf(added.id)).toBe(other?.value)
    expect(operator.problems).toEqual([])
  })

  test('a word that is pinned until Friday stands first in the search, and a maintenance window is announced, closes the site and is ended in the console', async () => {
    const { page } = operator
    const { url } = stage.portal
    const token = await signInBehind(url, 'demo-operator')
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    await callPortal(url, '/operator/pinnedWord/add', token, {
      title: '防汛',
      place: 1,
      until: inMinutes(3 * 1440),
    })
    const words = await callPortal<{ word: string }[]>(url, '/hotSearch/words')
    expect(words[0]?.word).toBe('防汛')
    const window = { title: '系统升级', text: '升级数据库。', from: inMinutes(240), until: inMinutes(300) }
    const { id } = await callPortal<{ id: string }>(url, '/operator/maintenanceWindow/add', token, {
      ...window,
      closes: 'all',
    })
    const visitor = await stage.visit({ width: 390, height: 844 })
    await visitor.go('/home-page')
    await visitor.page.getByText(/维护预告：.*系统升级/).waitFor(SOON)
    await look(visitor.page, 'maintenance-ahead')
    const { list } = await callPortal<{ list: { revision: number }[] }>(
      url,
      `/operator/maintenanceWindow/manage?ids=${id}`,
      token,
    )
    await callPortal(url, '/operator/maintenanceWindow/update', token, {
      ...{ ...window, id, revision: list[0]?.revision },
      ...{ closes: 'all', from: inMinutes(-1) },
    })
    await visitor.go('/tenderingBidding-page')
    await visitor.page.getByRole('heading', { name: '系统升级' }).waitFor(SOON)
    await visitor.page.getByText(/升级数据库。.*恢复/).waitFor(SOON)
    await look(visitor.page, 'maintenance-closed')
    await operator.go('/operator/maintenanceWindow')
    await page.getByText('系统升级').first().waitFor(SOON)
    await look(page, 'operator-maintenance', { widths: WIDTHS })
    await page.getByRole('link', { name: '系统升级' }).first().click()
    await page.getByRole('button', { name: '停用', exact: true }).first().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /停用|确定/ })
      .last()
      .click()
    await expect.poll(async () => (await fetch(`${url}/newapi/zone/list`)).status, SOON).toBe(200)
    await visitor.close()
    expect(operator.problems).toEqual([])
  })
})
