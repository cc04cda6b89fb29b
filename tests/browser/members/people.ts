// Tests a refused demand from notice to correction, and the chat between author and buyer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { look } from '../support/look.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import { giveSignIn, settle, type Visitor } from '../support/visit.ts'

const TITLE = '采购便携式山洪预警雷达'
const MENDED = '采购便携式山洪预警雷达（海拔四千米以上）'
const REASON = '请写明使用地区的海拔，否则供应方无法报价'
const DAY = 86_400_000

export const people = (stage: Stage) =>
  describe('a refused demand and the chat about it', () => {
    let author: Visitor
    let buyer: Visitor
    let operator: Visitor
    let id = ''

    const call = <T>(path: string, token: string, body?: object) =>
      callPortal<T>(stage.portal.url, path, token, body)
    const tokenOf = (userName: string) => signInBehind(stage.portal.url, userName)
    const main = ({ page }: Visitor) => page.locator('main')
    const countOf = (visitor: Visitor) => visitor.page.locator('.eq-unread b')
    const box = ({ page }: Visitor) => page.getByRole('textbox', { name: '消息', exact: true })
    const message = (visitor: Visitor, text: string) =>
      visitor.page.locator('.eq-chat-message', { hasText: text })

    beforeAll(async () => {
      const token = await tokenOf('demo-unit')
      const added = await call<{ id: string }>('/demand/add', token, {
        title: TITLE,
        demandType: '1',
        urgency: '1',
        sysCategoryId: 'C04',
        application: 'AP05',
        technicalRequirement: '探测距离不少于三公里，断电续航不少于七十二小时，附检测报告。',
        deadline: new Date(Date.now() + 20 * DAY).toISOString().slice(0, 10),
        contactName: '王需求',
        contactMobile: '13800001111',
      })
      id = added.id
      author = await stage.visit()
      await author.signIn('demo-unit')
      await author.go('/home-page')
      buyer = await stage.visit({ width: 390 })
      operator = await stage.visit()
      await operator.signIn('demo-operator')
    })
    afterAll(() => Promise.all([author, buyer, operator].map((somebody) => somebody?.close())))

    test('a refusal raises the unread count of the author without a reload', async () => {
      expect(await countOf(author).count()).toBe(0)
      await operator.go(`/needDetail?id=${id}`)
      await main(operator).getByRole('button', { name: '不予通过' }).click()
      const dialog = operator.page.getByRole('dialog')
      await dialog.getByRole('textbox').fill(REASON)
      await dialog.getByRole('button', { name: /不予通过|确定/ }).click()
      await countOf(author).waitFor()
      expect(await countOf(author).textContent()).toBe('1')
    })

    test('the notice opens the edit form with the reason, and the corrected demand awaits review', async () => {
      const { page } = author
      await page.locator('.eq-unread').click()
      await page.getByRole('heading', { level: 1, name: '我的通知' }).waitFor()
      await look(author.page, 'notices')
      await page.getByRole('link', { name: new RegExp(TITLE) }).click()
      await look(author.page, 'notice')
      await page.getByRole('link', { name: '查看并处理' }).click()
      await page.getByRole('heading', { level: 1, name: /修改/ }).waitFor()
      await settle(page)
      expect(await main(author).textContent()).toContain(REASON)
      await page.locator('[id="demand-title"]').fill(MENDED)
      for (let step = 0; step < 5; step += 1) {
        const next = page.getByRole('button', { name: '下一步' })
        if ((await next.count()) === 0) break
        await next.click()
        await settle(page)
      }
      await page.getByRole('button', { name: /^(提交|保存|重新提交)/ }).click()
      await page.locator('.eq-receipt').first().waitFor()
      await countOf(author).waitFor({ state: 'detached' })
      const { status, revision } = await call<{ status: string; revision: number }>(
        `/demand/info/${id}`,
        await tokenOf('demo-operator'),
      )
      expect(status).toBe('pending')
      await call(`/demand/online?id=${id}&revision=${revision}`, await tokenOf('demo-operator'))
    })

    test('a visitor who opens the chat of a demand signs in and returns to the chat with its item', async () => {
      const { page } = buyer
      await buyer.go(`/needDetail?id=${id}`)
      await main(buyer).getByRole('link', { name: '在线联系' }).click()
      await giveSignIn(page, 'demo-supplier')
      await box(buyer).waitFor()
      await settle(page)
      expect(await page.locator('.eq-chat-composer').textContent()).toContain(MENDED)
      // On the phone what is written in lies on the screen, without scrolling.
      const foot = () =>
        page.locator('.eq-chat-composer').evaluate((box) => box.getBoundingClientRect().bottom)
      await expect.poll(foot).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
      await look(buyer.page, 'chat-begin')
      await box(buyer).fill('请问最晚什么时候交付？')
      await page.getByRole('button', { name: '发送' }).click()
      await message(buyer, '请问最晚').getByText('未读').waitFor()
      expect(await message(buyer, '请问最晚').getByRole('link').textContent()).toBe(MENDED)
      expect(await page.locator('.eq-chat-composer').textContent()).not.toContain(MENDED)
    })

    test('the unread count of the author rises, and both sides see typing and read receipts', async () => {
      // One for the approval of what he mended, one for the message.
      await countOf(author).getByText('2', { exact: true }).waitFor()
      await author.go('/userPage/chat')
      const contact = author.page.getByRole('button', { name: /请问最晚什么时候交付/ })
      await contact.waitFor()
      expect(await contact.textContent()).toContain('1 条未读')
      await look(author.page, 'chat-list')
      await contact.click()
      await message(author, '请问最晚').waitFor()
      expect(await message(author, '请问最晚').getByRole('link').textContent()).toBe(MENDED)
      await message(buyer, '请问最晚').getByText('已读').waitFor()
      await countOf(author).getByText('1', { exact: true }).waitFor()
      await box(author).pressSequentially('九月底前')
      await buyer.page.getByText('对方正在输入…').waitFor()
      await box(author).press('Enter')
      await message(buyer, '九月底前').waitFor()
      expect(await buyer.page.locator('.eq-chat-talk [aria-live]').textContent()).toContain('九月底前')
      await message(author, '九月底前').getByText('已读').waitFor()
      await look(author.page, 'chat-talk')
      await look(buyer.page, 'chat-talk-phone')
      await message(buyer, '请问最晚').getByRole('link').click()
      await buyer.page.getByRole('heading', { level: 1, name: MENDED }).waitFor()
      expect([...author.problems, ...buyer.problems]).toEqual([])
    })
  })
