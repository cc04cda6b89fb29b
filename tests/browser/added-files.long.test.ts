// Tests categories, parameters, zones and comparisons that are added to a running portal as files.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORY, CHAMBERS, COURSE, COURSES, type Files, ZONE } from '../support/added-files.ts'
import { describeInBrowser } from './support/browser-test.ts'
import { chooseFilter } from './support/choose-filter.ts'
import { type CopiedPortal, copyPortal } from './support/copy-portal.ts'
import { findViolations } from './support/find-violations.ts'
import { callPortal, signInBehind } from './support/operator.ts'
import { settle } from './support/visit.ts'
import { walkedAt } from './support/widths.ts'

const E901 = 'schemas/parameters/equipment/E901.json'

let copy: CopiedPortal | undefined
const root = (): string => {
  copy ??= copyPortal()
  return copy.root
}
afterAll(() => copy?.remove())

function write(files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root(), path)), { recursive: true })
    writeFileSync(join(root(), path), JSON.stringify(content, null, 2))
  }
}

describeInBrowser(
  'added files',
  (stage) => {
    const courses: string[] = []
    const answers = async (path: string) => {
      const began = performance.now()
      while (!(await fetch(`${stage.portal.url}/newapi${path}`)).ok) {
        if (performance.now() - began > 50_000) throw new Error(`no answer:\n${stage.portal.output()}`)
        await sleep(20)
      }
    }

    beforeAll(async () => {
      write(CATEGORY)
      write(ZONE)
      write(COURSE)
      await answers('/course/list')
      await answers('/api/findParamByCategory?categoryId=E901')
      const { url } = stage.portal
      const maker = await signInBehind(url, 'demo-supplier')
      const operator = await signInBehind(url, 'demo-operator')
      for (const one of CHAMBERS.slice(1)) {
        const { id } = await callPortal<{ id: string }>(url, '/api/save', maker, one)
        await callPortal(url, `/api/avicResource/online?id=${id}`, operator)
      }
      for (const one of COURSES) {
        const { id } = await callPortal<{ id: string }>(url, '/course/add', maker, one)
        await callPortal(url, `/course/online?id=${id}`, operator)
        courses.push(id)
      }
    })

    test('the open form of an added equipment type gets a new parameter and keeps the typed values', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-supplier')
      await visitor.go('/equipmentPublish?equipmentType=E901')
      const again = page.getByRole('button', { name: '重新开始' })
      if (await again.isVisible()) await again.click()
      await page.getByLabel('装备名称').fill('移动式高压氧舱 GY-9')
      await page.getByLabel('型号').fill('GY-9')
      const uses = page.getByRole('combobox', { name: /应用场景/ })
      await uses.click()
      await uses.fill('防汛')
      await page.getByText('防汛抗旱', { exact: true }).last().click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '下一步' }).click()
      for (const name of [/最高工作舱压/, /可容纳人数/, /升压时间/, /舱体材料/, /可折叠/, /氧源接口/])
        await page.getByText(name).first().waitFor()
      expect(await page.locator('main').textContent()).toContain('kPa')
      await page.getByLabel(/最高工作舱压/).fill('60')

      const set = JSON.parse(readFileSync(join(root(), E901), 'utf8'))
      set.groups[0].fields.noise = { type: 'number', title: '舱内噪声', 'x-unit': 'dB', 'x-better': 'low' }
      const noise = page.getByLabel(/舱内噪声/)
      const shown = noise.waitFor({ timeout: 20_000 })
      write({ [E901]: set })
      await shown
      expect(await page.getByLabel(/最高工作舱压/).inputValue(), 'what was typed stays').toBe('60')
      await noise.fill('48')
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('button', { name: '下一步' }).click()
      await page.getByLabel('装备简介').fill('用于高原地区伤员的急救供氧，可随车运输、快速展开。')
      await page.getByRole('button', { name: '下一步' }).click()
      await page.getByRole('button', { name: '下一步' }).click()
      await page.getByText('48').first().waitFor()
      await page.getByRole('button', { name: '提交', exact: true }).click()
      await page.getByText('装备已提交').first().waitFor()
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test.each(walkedAt(390))(
      'equipment of an added type appears in its zone, parameter filter and detail page, at %i px',
      async (width) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        await visitor.go('/prefecture-page')
        await page
          .locator('main')
          .getByRole('link', { name: /高原专区/ })
          .first()
          .click()
        await settle(page)
        expect(await page.locator('main').textContent()).toContain('移动式高压氧舱 GY-2')
        expect(await findViolations(page)).toEqual([])
        await visitor.go('/inquire-page')
        const filters = page.getByRole('region', { name: '筛选' })
        if (width < 768) await filters.getByRole('button', { name: '筛选条件' }).click()
        for (const name of ['高原救援装备', '供氧装备', '移动式高压氧舱']) await chooseFilter(filters, name)
        await filters.getByLabel('最高工作舱压起').fill('150')
        await filters.getByLabel('最高工作舱压起').press('Enter')
        await page.getByText(/^共 1 条结果$/).waitFor()
        expect(await page.locator('.eq-item-card h2').allTextContents()).toEqual(['移动式高压氧舱 GY-2'])
        await page.locator('.eq-item-card a').first().click()
        await settle(page)
        expect(await page.locator('main').textContent()).toMatch(/最高工作舱压\s*200\s*kPa/)
        expect(await page.locator('main').textContent(), 'from before the new parameter').toMatch(
          /舱内噪声\s*—/,
        )
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )

    test.each(walkedAt(1440))(
      'courses of an added content type are compared and exported by their parameters, at %i px',
      async (width) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        await visitor.go('/courses')
        const add = page.getByRole('button', { name: '加入比对' })
        for (const count of [1, 2]) {
          await add.first().click()
          await page.getByText(`${count}/4`).first().waitFor()
        }
        await page.getByRole('region', { name: '课程比对栏' }).getByRole('link', { name: '开始比对' }).click()
        await settle(page)
        expect(page.url()).toContain('/courseCompare')
        await visitor.go(`/courseCompare?ids=${courses.join()}`)
        const table = page.getByRole('table')
        const row = (name: string) =>
          table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
        await row('总学时').waitFor()
        expect(await row('总学时').getByRole('cell').allInnerTexts()).toEqual([
          expect.stringContaining('40'),
          expect.stringMatching(/80.*较优/s),
          expect.stringContaining('16'),
        ])
        expect((await row('费用').getByRole('cell').allInnerTexts())[2]).toBe('—')
        await row('综合星级').waitFor()
        expect(await findViolations(page)).toEqual([])
        const file = page.waitForEvent('download')
        await page.getByRole('button', { name: '导出 CSV' }).click()
        const text = readFileSync(await (await file).path(), 'utf8')
        for (const part of ['总学时', '费用', '2800', '混合']) expect(text).toContain(part)
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )
  },
  () => ({ root: root(), env: { NODE_ENV: 'development' } }),
)
