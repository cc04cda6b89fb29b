// Tests the inbox: its old address, taking and handing over, deciding one entry after the other, and who is told.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import { settle, type Visitor } from '../support/visit.ts'

const SOON = { timeout: 15_000 }
const REPORTED = '这条经验与实际不符，误导读者'

export const theInbox = (stage: Stage) =>
  describe('the inbox', () => {
    let operator: Visitor
    let unit = ''
    let science = ''
    beforeAll(async () => {
      const { url } = stage.portal
      unit = await signInBehind(url, 'demo-unit')
      science = await signInBehind(url, 'demo-science')
      for (const at of ['甲', '乙'])
        await callPortal(url, '/api/mobile/avicfeedback/save', unit, {
          title: `导出有误${at}`,
          content: '列表导出的日期与页面不一致，请核对。',
        })
      const { list } = await callPortal<{ list: { id: string }[] }>(url, '/deliver/list?limit=1')
      const said = await callPortal<{ id: string }>(url, '/deliverInfoComment/add', unit, {
        dataId: list[0]?.id,
        content: REPORTED,
      })
      await callPortal(url, '/deliverInfoComment/report', science, { id: said.id, reason: '2' })
      operator = await stage.visit()
      await operator.signIn('demo-operator')
    }, 60_000)
    afterAll(() => operator?.close())

    const row = (title: string) => operator.page.locator('.ant-table-tbody tr').filter({ hasText: title })
    const drawer = () => operator.page.locator('.ant-drawer-section')
    /** Picks a stock phrase, which stands in the text then. */
    async function answerWith(phrase: string): Promise<void> {
      const dialog = operator.page.getByRole('dialog').last()
      await dialog.getByLabel('常用意见').selectOption({ label: phrase })
      expect(await dialog.getByRole('textbox').inputValue()).toBe(phrase)
      expect(await findViolations(operator.page)).toEqual([])
    }
    const confirm = () =>
      operator.page.getByRole('dialog').last().getByRole('button', { name: '确定', exact: true }).click()

    test('opens at the former address of the console with its query', async () => {
      const { page } = operator
      await page.setViewportSize({ width: 1440, height: 900 })
      await operator.goAfresh('/operator/queue?dataType=feedback&sort=-updatedAt')
      await row('导出有误甲').waitFor(SOON)
      expect(page.url()).toContain('#/console/queue?dataType=feedback&sort=-updatedAt')
      expect(await findViolations(page)).toEqual([])
    })

    test('an entry is taken, shown as such, and handed over in a dialog', async () => {
      const { page } = operator
      await row('导出有误乙').getByRole('button', { name: '领取' }).click()
      await confirm()
      await row('导出有误乙').getByText('示例运营人员', { exact: true }).waitFor(SOON)
      await row('导出有误乙').getByRole('button', { name: '转交' }).click()
      const choice = page.getByRole('dialog').last().getByRole('combobox')
      await choice.getByRole('option', { name: /demo-operator-2/ }).waitFor({ state: 'attached', ...SOON })
      expect(await findViolations(page)).toEqual([])
      await choice.selectOption({ label: '示例运营人员（二）（demo-operator-2）' })
      await confirm()
      await row('导出有误乙').getByText('示例运营人员（二）', { exact: true }).waitFor(SOON)
      const colleague = await signInBehind(stage.portal.url, 'demo-operator-2')
      const { list } = await callPortal<{ list: { title: string }[] }>(
        stage.portal.url,
        '/api/moderation/queue?mine=true',
        colleague,
      )
      expect(list.map(({ title }) => title)).toEqual(['导出有误乙'])
    })

    test('after an answer the next entry opens by itself, and the answered one has left the list', async () => {
      const { page } = operator
      await row('导出有误乙').getByRole('button', { name: /^速览/ }).click()
      await drawer().getByRole('button', { name: '办结', exact: true }).click()
      await answerWith('已核实并改正，感谢您的反馈。')
      await confirm()
      await drawer().getByRole('heading', { name: '导出有误甲' }).waitFor(SOON)
      await expect.poll(() => row('导出有误乙').count(), SOON).toBe(0)
      expect(await drawer().getByRole('checkbox', { name: '办完自动打开下一条' }).isChecked()).toBe(true)
      await page.keyboard.press('Escape')
      await settle(page)
    })

    test('a reported comment is blocked from it, and who reported it is told', async () => {
      const { page } = operator
      await operator.go('/console/queue?dataType=comment')
      await row(REPORTED).focus()
      await page.keyboard.press('Enter')
      await drawer().getByRole('button', { name: '不予通过' }).click()
      await answerWith('内容与事实不符。')
      await confirm()
      await expect.poll(() => row(REPORTED).count(), SOON).toBe(0)
      const notices = await callPortal<object>(
        stage.portal.url,
        '/msgNotice/getMsgNoticeInfo?limit=20',
        science,
      )
      expect(JSON.stringify(notices)).toContain(REPORTED)
      // A browser asks for its own icon when it likes.
      expect(operator.problems).toEqual([])
    })
  })
