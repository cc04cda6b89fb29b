// Tests pins in the console: an item is pinned with an end, and moved by keyboard and by drag; headlines follow.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import type { Visitor } from '../support/visit.ts'

const SOON = { timeout: 15_000 }

interface News {
  readonly id: string
  readonly title: string
}

export const pinnedNews = (stage: Stage) =>
  describe('pinned headlines', () => {
    let operator: Visitor
    let token = ''
    let news: readonly News[] = []
    const headlines = async () =>
      (await callPortal<{ list: News[] }>(stage.portal.url, '/cmsInfo/headlines?limit=5')).list
    beforeAll(async () => {
      token = await signInBehind(stage.portal.url, 'demo-operator')
      news = await headlines()
      for (const { id } of [news[1], news[2]].filter((one) => one !== undefined))
        await callPortal(stage.portal.url, '/operator/pin/add', token, { dataType: 'news', dataId: id })
      operator = await stage.visit()
      await operator.signIn('demo-operator')
    })
    afterAll(async () => {
      for (const { id } of news.slice(0, 3))
        await callPortal(stage.portal.url, '/operator/pin/remove', token, { id }).catch(() => undefined)
      await operator?.close()
    })
    const titles = () => operator.page.locator('.eq-order-what a').allTextContents()

    test('are pinned on the item’s page, get an end, and are moved by keyboard and by drag', async () => {
      const { page } = operator
      const [first, second, third] = news as [News, News, News]
      await operator.go(`/console/news/item?id=${first.id}`)
      await page.getByRole('button', { name: '置顶', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: /^确定/ }).click()
      await page.getByRole('button', { name: '取消置顶', exact: true }).waitFor(SOON)
      await operator.go('/console/pin')
      await expect.poll(titles, SOON).toEqual([first.title, third.title, second.title])
      expect(await findViolations(page)).toEqual([])

      await page.getByRole('button', { name: `下移：${first.title}` }).focus()
      await page.keyboard.press('Enter')
      await page.getByText(`“${first.title}”现在是第 2 条，共 3 条`).waitFor(SOON)
      await expect.poll(titles, SOON).toEqual([third.title, first.title, second.title])
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), SOON)
        .toBe(`下移：${first.title}`)
      const rows = page.locator('.eq-order li')
      await rows.filter({ hasText: second.title }).dragTo(rows.filter({ hasText: third.title }))
      await expect.poll(titles, SOON).toEqual([second.title, third.title, first.title])
      expect((await headlines()).slice(0, 3).map(({ id }) => id)).toEqual([second.id, third.id, first.id])

      await rows.filter({ hasText: first.title }).getByText('设置截止').click()
      const tomorrow = dayAt(new Date(Date.now() + 24 * 3_600_000))
      await page.locator('[id="pin-until"]').fill(`${tomorrow}T08:00`)
      await page.getByRole('button', { name: '置顶', exact: true }).click()
      // The message of the first pin may still be there.
      await page.getByRole('heading', { name: '已置顶' }).waitFor(SOON)
      await operator.go('/console/pin')
      await rows.filter({ hasText: first.title }).getByText(tomorrow).waitFor(SOON)
      expect(operator.problems).toEqual([])
    })
  })
