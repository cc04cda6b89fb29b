// Tests the page on which an item waits for a decision: its fields, its preview and what changed, beside each other.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import { settle, type Visitor } from '../support/visit.ts'

const SOON = { timeout: 15_000 }
const TITLE = '排水抢险车检修进入第二周'
const NEWS = {
  title: TITLE,
  topicId: 'T02',
  source: '示例应急装备信息中心',
  summary: '检修进入第二周。',
  content: '<p>排水抢险车检修进入第二周，已完成 30 台。</p>',
}

export const reviewing = (stage: Stage) =>
  describe('an item that waits for a decision', () => {
    let reviewer: Visitor
    let editor = ''
    let added = ''
    let changed = ''
    beforeAll(async () => {
      const { url } = stage.portal
      editor = await signInBehind(url, 'demo-editor')
      const operator = await signInBehind(url, 'demo-operator')
      const add = async (more: object = {}) =>
        (await callPortal<{ id: string }>(url, '/operator/news/add', editor, { ...NEWS, ...more })).id
      added = await add({ title: `${TITLE}（新稿）` })
      changed = await add()
      const reason = encodeURIComponent('数据须立即公开')
      await callPortal(url, `/operator/news/publishUrgently?id=${changed}&reason=${reason}`, operator)
      const { revision } = await callPortal<{ revision: number }>(url, `/cmsInfo/info/${changed}`, editor)
      const content = NEWS.content.replace('30', '45')
      await callPortal(url, '/operator/news/update', editor, { ...NEWS, id: changed, revision, content })
      reviewer = await stage.visit()
      await reviewer.signIn('demo-reviewer')
    }, 60_000)
    afterAll(() => reviewer?.close())

    const pane = (side: '左栏' | '右栏') => reviewer.page.getByRole('region', { name: side, exact: true })
    const frame = () => reviewer.page.frameLocator('iframe[title^="预览"]')
    const picture = async (name: string, width: number) => {
      const folder = process.env.MODERATION_PICTURES
      if (folder) await reviewer.page.screenshot({ path: `${folder}/${name}-${width}.png` })
    }
    const isInReach = (name: string) =>
      reviewer.page.getByRole('button', { name, exact: true }).evaluate((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === button
      })

    test('as a change shows what changed beside its page as readers will find it, at 1440 px', async () => {
      const { page } = reviewer
      await page.setViewportSize({ width: 1440, height: 900 })
      await reviewer.go(`/console/news/item?id=${changed}`)
      await pane('左栏').locator('ins').getByText('45').waitFor(SOON)
      expect(await pane('左栏').locator('del').allTextContents()).toEqual(['30'])
      await frame().getByText('已完成 45 台').waitFor(SOON)
      expect(await isInReach('初审通过')).toBe(true)
      expect(await isInReach('不通过修改')).toBe(true)
      const [left, right] = [await pane('左栏').boundingBox(), await pane('右栏').boundingBox()]
      expect(left?.y).toBe(right?.y)
      expect(await findViolations(page)).toEqual([])
      await picture('review-change', 1440)
      // The fields take the place of the comparison, and the comparison that of the preview.
      await pane('左栏').getByRole('tab', { name: '稿件内容' }).click()
      await pane('左栏').getByText('已完成 45 台').waitFor(SOON)
      await pane('右栏').getByRole('tab', { name: '修改对比' }).focus()
      await pane('右栏').getByRole('tab', { name: '预览' }).focus()
      await page.keyboard.press('ArrowRight')
      await pane('右栏').locator('ins').getByText('45').waitFor(SOON)
      expect(reviewer.problems).toEqual([])
    })

    test('as a new item says that nothing was public before it, and shows its page', async () => {
      const { page } = reviewer
      await reviewer.go(`/console/news/item?id=${added}`)
      await pane('左栏').getByText('已完成 30 台').waitFor(SOON)
      await frame().locator('main h1').getByText(`${TITLE}（新稿）`, { exact: true }).waitFor(SOON)
      await pane('右栏').getByRole('tab', { name: '修改对比' }).click()
      await pane('右栏').getByText('首次送审，此前没有公开过').waitFor(SOON)
      // It can be tried to look at the page that readers find at other widths.
      await pane('右栏').getByRole('tab', { name: '预览' }).click()
      await page.getByRole('button', { name: '手机', exact: true }).click()
      await page.frameLocator('iframe[title="预览（手机）"]').locator('main h1').waitFor(SOON)
      expect(reviewer.problems).toEqual([])
    })

    test.each([768, 390])('stands in one pane with tabs, the decision in reach, at %i px', async (width) => {
      const { page } = reviewer
      await page.setViewportSize({ width, height: 900 })
      await reviewer.goAfresh(`/console/news/item?id=${changed}`)
      await pane('左栏').locator('ins').getByText('45').waitFor(SOON)
      expect(await pane('右栏').count()).toBe(0)
      expect(await isInReach('初审通过')).toBe(true)
      const { scrolled, seen } = await page.evaluate(() => ({
        scrolled: document.documentElement.scrollWidth,
        seen: window.innerWidth,
      }))
      expect(scrolled).toBeLessThanOrEqual(seen)
      await picture('review-change', width)
      await pane('左栏').getByRole('tab', { name: '预览' }).click()
      await frame().getByText('已完成 45 台').waitFor(SOON)
      await settle(page)
      expect(await isInReach('初审通过')).toBe(true)
      expect(await findViolations(page)).toEqual([])
      await picture('review-preview', width)
      expect(reviewer.problems).toEqual([])
    })

    test('is decided there', async () => {
      const { page } = reviewer
      await page.setViewportSize({ width: 1440, height: 900 })
      await reviewer.go(`/console/news/item?id=${changed}`)
      await page.getByRole('button', { name: '初审通过', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: /^确定/ }).click()
      await page.getByText('修改待复审').first().waitFor(SOON)
    })
  })
