// Tests detail pages: key figures, actions, states, table of contents, attachments, loaded code.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { IS_LONG, someOf } from '../../support/long-run.ts'
import { PDF, PNG } from '../../support/real-files.ts'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import { uploadFile } from '../support/upload-file.ts'
import { settle } from '../support/visit.ts'
import { walkedAt } from '../support/widths.ts'

/** Where it is, and what has to stand in the first screen of it. */
const PAGES = [
  ['equipment', '/inquire-page/msgEquipmen?id=EQ001A', ['参考价', '额定流量', '供货周期']],
  ['a demand', '/needDetail?id=D001', ['征集截止日期', '预算金额', '使用地区']],
  ['a company', '/companyDetails?id=CO001', ['主营类目', '注册资本']],
  ['an expert', '/expertAndTrilateralMsg?id=EX001', ['工作单位', '职称', '专业领域']],
  ['a standard', '/standardDetail?id=S001', ['状态', '标准性质']],
  ['an exhibition', '/exhibitionDetail?id=X23', ['进程', '开始日期', '展馆']],
] as const

const heightAt = (width: number) => (width < 500 ? 844 : 900)

const bottomOf = async (page: Page, selector: string): Promise<number> => {
  const box = await page.locator(selector).first().boundingBox()
  return box ? box.y + box.height : Number.POSITIVE_INFINITY
}

const HEADED = Array.from(
  { length: 6 },
  (_, index) => `<h2>第${'一二三四五六'[index]}部分</h2>${'<p>演练的过程与结论。</p>'.repeat(8)}`,
).join('')

export const details = (stage: Stage) =>
  describe('detail pages', () => {
    test.each(walkedAt(390).map((width) => [width, heightAt(width)] as const))(
      'at %d px the first screen of a demand has the proposal link, except for its owner',
      async (width, height) => {
        const visitor = await stage.visit({ width, height })
        const { page } = visitor
        await visitor.signIn('demo-supplier')
        await visitor.go('/needDetail?id=D001')
        const offer = page.locator('.eq-article').getByRole('link', { name: '提交需求方案' })
        const box = await offer.boundingBox()
        expect(box).toMatchObject({ x: expect.any(Number) })
        expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
        expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        await visitor.signIn('demo-unit')
        await visitor.goAfresh('/needDetail?id=D001')
        expect(await page.getByRole('link', { name: '提交需求方案' }).count(), 'for one’s own').toBe(0)
        await visitor.close()
      },
    )

    const ONLINE = [
      ['/threePageVideo?id={id}', '/equipmentStyleVideo/showList'],
      ['/threePageBind?id={id}', '/bidding/list'],
      ['/inquire-page/msgEquipmen?id=EQ001A', '/equipment/list'],
    ] as const
    test.each(someOf(ONLINE, 1))(
      '%s shows the state 已上线 to an operator and not to visitors',
      async (path, list) => {
        const { url } = stage.portal
        const rows = path.includes('{id}')
          ? await callPortal<{ list: readonly { readonly id: string }[] }>(url, `${list}?limit=1`)
          : { list: [] }
        const address = path.replace('{id}', rows.list[0]?.id ?? '')
        const states = async (who?: string) => {
          const visitor = await stage.visit()
          if (who) await visitor.signIn(who)
          await visitor.goAfresh(address)
          const head = visitor.page.locator('.eq-article-head')
          await head.locator('dt').first().waitFor()
          const found = await head.getByText('已上线', { exact: true }).count()
          await visitor.close()
          return found
        }
        expect(await states()).toBe(0)
        expect(await states('demo-operator')).toBe(1)
      },
    )

    test.each(walkedAt(390))('at %i px the key figures of a company do not overflow', async (width) => {
      const visitor = await stage.visit({ width })
      await visitor.go('/companyDetails?id=CO001')
      const figures = visitor.page.locator('.eq-key-figures > div')
      await figures.first().waitFor()
      const over = await figures.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      )
      expect(over).toEqual([])
      await visitor.close()
    })

    test('a video comes before all facts and texts of its page', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      const { list } = await callPortal<{ list: readonly { readonly id: string }[] }>(
        stage.portal.url,
        '/equipmentStyleVideo/showList?limit=1',
      )
      await visitor.go(`/threePageVideo?id=${list[0]?.id}`)
      const video = page.locator('.eq-video-missing, .eq-video')
      await video.waitFor()
      const bottom = await bottomOf(page, '.eq-video-missing, .eq-video')
      const said = page.locator('.eq-article').locator('.eq-facts, .eq-long-text, table').first()
      expect((await said.boundingBox())?.y).toBeGreaterThanOrEqual(bottom)
      await visitor.close()
    })

    test('code of detail pages loads only there, without a separate style sheet', async () => {
      const own = async (path: string) => {
        const visitor = await stage.visit()
        const asked: string[] = []
        visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
        await visitor.go(path)
        await visitor.close()
        return asked.filter((name) => /^\/assets\/detail-/.test(name)).map((name) => name.replace(/.*\./, ''))
      }
      expect(await own('/needDetail?id=D001')).toEqual(['js'])
      for (const path of someOf(['/home-page', '/demandDocking-page', '/FloodZone'], 1))
        expect(await own(path)).toEqual([])
    })

    // In turns at one of both widths; in the long run each at both.
    const LED = PAGES.flatMap((page, index) =>
      [1440, 390].filter((_, at) => IS_LONG || at === index % 2).map((width) => [...page, width] as const),
    )
    test.each(LED)(
      'the page of %s (%s) shows the key figures %j on the first screen at %i px',
      async (_, path, terms, width) => {
        const visitor = await stage.visit({ width, height: heightAt(width) })
        const { page } = visitor
        await visitor.go(path)
        const told = await page.locator('.eq-key-figures dt').allTextContents()
        expect(told).toEqual(expect.arrayContaining([...terms]))
        expect(await bottomOf(page, '.eq-key-figures')).toBeLessThan(heightAt(width))
        expect(await bottomOf(page, '.eq-article > .eq-actions')).toBeLessThanOrEqual(900)
        const facts = await page.locator('.eq-facts').first().locator('dt').allTextContents()
        expect(facts.filter((fact) => told.includes(fact))).toEqual([])
        expect(await findViolations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )

    test('a long article has a table of contents that scrolls to headings, and attachments have a preview', async () => {
      const { url } = stage.portal
      const operator = await signInBehind(url, 'demo-operator')
      const attachments = [
        await uploadFile(url, operator, 'bidding', 'attachments', '现场照片.png', PNG),
        await uploadFile(url, operator, 'bidding', 'attachments', '检验报告.pdf', PDF),
      ]
      const { list } = await callPortal<{ list: readonly Record<string, string>[] }>(url, '/bidding/list')
      const { biddingContentType, biddingChannelType } = list[0] ?? {}
      const { id } = await callPortal<{ id: string }>(url, '/operator/bidding/add', operator, {
        title: '长文件的演练项目招标公告',
        projectCode: 'YL-2026-01',
        purchaser: '演练采购人',
        biddingContentType,
        biddingChannelType,
        content: HEADED,
        attachments,
      })
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go(`/threePageBind?id=${id}`)
      const contents = page.getByRole('navigation', { name: '目录' })
      await contents.getByRole('button', { name: '第五部分' }).click()
      await expect
        .poll(async () => (await page.getByRole('heading', { name: '第五部分' }).boundingBox())?.y)
        .toBeLessThan(120)
      await expect.poll(() => contents.locator('[aria-current]').textContent()).toBe('第五部分')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('第五部分')
      await page.getByRole('button', { name: '预览现场照片.png' }).click()
      await page.getByRole('dialog').getByRole('img', { name: '现场照片.png' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '预览检验报告.pdf' }).click()
      await page.locator('.eq-files canvas').first().waitFor()
      expect(await findViolations(page)).toEqual([])
      await settle(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.evaluate(() => window.scrollTo(0, 0))
      expect(await contents.getByRole('button', { name: '第二部分' }).isVisible()).toBe(false)
      await contents.getByRole('button', { name: '目录（7）' }).click()
      await contents.getByRole('button', { name: '第二部分' }).click()
      await expect
        .poll(async () => (await page.getByRole('heading', { name: '第二部分' }).boundingBox())?.y)
        .toBeLessThan(120)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('a short article has no table of contents', async () => {
      const visitor = await stage.visit()
      await visitor.go('/lawDetail?id=L001')
      expect(await visitor.page.getByRole('navigation', { name: '目录' }).count()).toBe(0)
      await visitor.close()
    })
  })
