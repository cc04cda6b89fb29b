// Tests versions of online news: who changed what, comparison, restoring, and the way there from the audit log.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import { settle, type Visitor } from '../support/visit.ts'

const TITLE = '排水抢险装备进入汛期前的检修'
const paragraphs = (flow: string) =>
  [
    '<h2>检修安排</h2>',
    `<p>本次检修的排水抢险车，额定流量不低于 ${flow} 立方米每小时，由省厅统一组织。</p>`,
    ...['油料', '胶管', '电缆', '支架', '灯具'].map((part) => `<p>${part}按照往年的要求逐一检查并登记。</p>`),
    '<ul><li>检修结果报省厅备案</li><li>发现问题立即更换</li></ul>',
  ].join('')

export const versionsOfNews = (stage: Stage) =>
  describe('versions of online news', () => {
    let operator: Visitor
    let guest: Visitor
    let id = ''
    beforeAll(async () => {
      const { url } = stage.portal
      const token = await signInBehind(url, 'demo-operator')
      const news = { title: TITLE, topicId: 'T02', source: '省厅', content: paragraphs('3000') }
      const added = await callPortal<{ id: string }>(url, '/operator/news/add', token, news)
      id = added.id
      const changed = { ...news, id, source: '应急管理部', content: paragraphs('5000') }
      for (const [before, edit] of [changed, { ...changed, title: `${TITLE}通知` }].entries()) {
        await callPortal(url, `/operator/news/withdraw?id=${id}`, token)
        await callPortal(url, '/operator/news/update', token, { ...edit, revision: before + 1 })
      }
      await publish(token)
      operator = await stage.visit()
      guest = await stage.visit()
      await operator.signIn('demo-operator')
    }, 120_000)
    /** Past the reviews: the news, or the change that waits beside it. */
    const publish = (token: string, change = '') =>
      callPortal(
        stage.portal.url,
        `/operator/news/publishUrgently?id=${id}&reason=${encodeURIComponent('数据须立即更正')}${change}`,
        token,
      )
    afterAll(() => Promise.all([operator, guest].map((somebody) => somebody?.close())))

    const picture = async (name: string, width = 1440) => {
      const folder = process.env.MODERATION_PICTURES
      if (!folder) return
      await operator.page.setViewportSize({ width, height: 900 })
      await operator.page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
      await operator.page.setViewportSize({ width: 1440, height: 900 })
    }
    const row = (number: number) =>
      operator.page.locator('.eq-version-list tbody tr', { hasText: `版本 ${number}` })

    test('show an operator who changed which fields, and mark inserted and deleted words', async () => {
      const { page } = operator
      await operator.go(`/console/news/item?id=${id}`)
      await row(3).waitFor()
      expect(await row(3).textContent()).toMatch(/目前的内容.*改动：标题/)
      expect(await row(2).textContent()).toMatch(/改动：正文、来源|改动：来源、正文/)
      await row(2).getByRole('button', { name: '查看改动：版本 2' }).click()
      const table = page.getByRole('region', { name: /版本 1与版本 2的对比/ }).locator('.eq-change-table')
      await table.waitFor()
      expect(await table.locator('del').allTextContents()).toEqual(['3000', '省厅'])
      expect(await table.locator('ins').allTextContents()).toEqual(['5000', '应急管理部'])
      expect(await table.getByRole('button', { name: /未改动的 \d 段/ }).count()).toBe(1)
      expect(await findViolations(page)).toEqual([])
      await picture('versions-compared')
      await picture('versions-compared', 390)
    })

    test('are compared by choice, and restored after a confirmation as a change to be reviewed', async () => {
      const { page } = operator
      await row(1).getByRole('radio', { name: '原版本：版本 1' }).check()
      await row(3).getByRole('radio', { name: '新版本：版本 3' }).check()
      await page.getByRole('button', { name: '对比所选的两个版本' }).click()
      await page.getByRole('heading', { name: '版本 1 与 版本 3（目前的内容）' }).waitFor()
      await row(1).getByRole('button', { name: '恢复此版本：版本 1' }).click()
      const dialog = page.getByRole('dialog', { name: '恢复版本 1' })
      await dialog.waitFor()
      await settle(page)
      await dialog.getByRole('textbox', { name: /恢复的原因/ }).fill('数据有误')
      await picture('versions-restore')
      await dialog.getByRole('button', { name: '恢复此版本' }).click()
      await dialog.getByText('请核对：').waitFor()
      await dialog.getByRole('button', { name: '核对无误，仍然提交' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await row(4).getByText('恢复版本：恢复版本 1：数据有误').waitFor()
      await row(4).getByText('修改稿').waitFor()
      await guest.go(`/threePage?id=${id}`)
      await guest.page.getByText('5000 立方米每小时').waitFor()
      const token = await signInBehind(stage.portal.url, 'demo-operator')
      const { change } = await callPortal<{ change: { revision: number } }>(
        stage.portal.url,
        `/cmsInfo/info/${id}`,
        token,
      )
      await publish(token, `&change=${change.revision}`)
      await guest.goAfresh(`/threePage?id=${id}`)
      expect(await guest.page.locator('main h1').textContent()).toBe(TITLE)
      await guest.page.getByText('3000 立方米每小时').waitFor()
      expect(await guest.page.getByText('版本记录').count()).toBe(0)
    })

    test('are shown on the page that readers open, and beside the form in which the news is edited', async () => {
      const { page } = operator
      await operator.go(`/threePage?id=${id}`)
      await row(4).waitFor()
      await operator.go(`/console/news/edit?id=${id}`)
      await row(4).waitFor()
      expect(await page.getByRole('button', { name: /恢复此版本/ }).count()).toBe(0)
      await picture('versions-edit')
    })

    test('are linked from the audit log, which names old and new values', async () => {
      const { page } = operator
      await operator.go(`/console/audit?target=${id}`)
      const entry = page.locator('main tr', { hasText: '由“省厅”改为“应急管理部”' })
      await entry.first().waitFor()
      await picture('versions-audit')
      await entry.first().getByRole('link', { name: '查看改动' }).click()
      await page.getByRole('heading', { name: /版本 1 与 版本 2/ }).waitFor()
    })
  })
