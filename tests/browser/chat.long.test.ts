// Tests the chat: history, keyboard, offline sending, server restart, pictures, blocking, reports, blacklist.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pngOf } from '../support/real-files.ts'
import { describeWithPictures } from './support/browser-test.ts'
import { findViolations } from './support/find-violations.ts'
import { signInBehind } from './support/operator.ts'
import { settle, type Visitor } from './support/visit.ts'

const BEFORE = 60

describeWithPictures('the chat', (stage) => {
  let mine: Visitor
  let tab: Visitor
  let other: Visitor
  let tokens: { readonly operator: string; readonly unit: string }
  let ids: { readonly operator: string; readonly unit: string }

  const box = ({ page }: Visitor) => page.getByRole('textbox', { name: '消息', exact: true })
  const messages = ({ page }: Visitor, text: string) => page.locator('.eq-chat-message', { hasText: text })
  const ask = async <T>(token: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${stage.portal.url}${path}`, {
      headers: { token, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T }
    if (code !== 0) throw new Error(`${path}: ${msg}`)
    return data
  }
  const say = (content: string) =>
    ask(tokens.operator, '/messageInfo/sendmessage', {
      toId: ids.unit,
      content,
      clientId: crypto.randomUUID(),
    })
  const stored = async (text: string) =>
    (
      await ask<{ list: { content: string }[] }>(
        tokens.operator,
        `/messageInfo/getHistoryMessage?userId=${ids.unit}&limit=200`,
      )
    ).list.filter(({ content }) => content === text).length

  beforeAll(async () => {
    const { url } = stage.portal
    tokens = {
      operator: await signInBehind(url, 'demo-operator'),
      unit: await signInBehind(url, 'demo-unit'),
    }
    const idOf = async (token: string) =>
      (await ask<{ userId: string }>(token, '/messageInfo/checkToken')).userId
    ids = { operator: await idOf(tokens.operator), unit: await idOf(tokens.unit) }
    for (let count = 1; count <= BEFORE; count += 1) await say(`旧消息 ${count}。`)
    mine = await stage.visit()
    await mine.signIn('demo-unit')
    await mine.go(`/userPage/chat?userId=${ids.operator}`)
    tab = await stage.visit({ within: mine.context })
    await tab.go(`/userPage/chat?userId=${ids.operator}`)
    other = await stage.visit({ width: 390 })
    await other.signIn('demo-operator')
    await other.go('/userPage/chat')
  })
  afterAll(() => Promise.all([mine, other].map((somebody) => somebody?.close())))

  test('scrolling up loads older messages and keeps the scroll position', async () => {
    const { page } = mine
    await messages(mine, `旧消息 ${BEFORE}。`).waitFor()
    expect(await messages(mine, '旧消息 5。').count()).toBe(0)
    const frame = page.getByRole('region', { name: '消息', exact: true })
    await frame.focus()
    await page.keyboard.press('Home')
    await messages(mine, '旧消息 1。').waitFor()
    expect(await page.locator('.eq-chat-message').count()).toBe(BEFORE)
    expect(await frame.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
    await page.getByRole('button', { name: '查看最新消息' }).click()
    await page.getByRole('button', { name: '查看最新消息' }).waitFor({ state: 'detached' })
  })

  test('a message typed by keyboard appears once in the other tab and once with the recipient', async () => {
    await other.page.getByRole('button', { name: /示例采购单位/ }).click()
    await box(mine).focus()
    await mine.page.keyboard.type('第一行')
    await mine.page.keyboard.press('Shift+Enter')
    await mine.page.keyboard.type('第二行')
    await mine.page.keyboard.press('Enter')
    for (const visitor of [mine, tab, other]) {
      await messages(visitor, '第二行').waitFor()
      expect(await messages(visitor, '第二行').count()).toBe(1)
    }
    expect(await box(mine).inputValue()).toBe('')
    const words = messages(other, '第二行').locator('.eq-chat-words')
    expect(await words.textContent()).toBe('第一行\n第二行')
    expect(await findViolations(mine.page)).toEqual([])
    expect(await findViolations(other.page)).toEqual([])
  })

  test('a message written offline appears as unsent and is stored once after it is resent online', async () => {
    await mine.context.setOffline(true)
    await box(mine).fill('断网时写的')
    await box(mine).press('Enter')
    await messages(mine, '断网时写的')
      .getByText(/未发出/)
      .waitFor({ timeout: 20_000 })
    await box(mine).fill('还没写完')
    expect(await stored('断网时写的')).toBe(0)
    await say('对方在此期间写的')
    await mine.context.setOffline(false)
    await messages(mine, '断网时写的').getByRole('button', { name: '重新发送' }).click()
    await messages(other, '断网时写的').waitFor()
    await messages(mine, '断网时写的')
      .getByText(/未读|已读/)
      .waitFor()
    for (const visitor of [mine, tab]) {
      await messages(visitor, '对方在此期间写的').waitFor({ timeout: 40_000 })
      expect(await messages(visitor, '断网时写的').count()).toBe(1)
    }
    expect(await stored('断网时写的')).toBe(1)
    expect(await box(mine).inputValue()).toBe('还没写完')
    await box(mine).fill('')
  })

  test('after a server restart every tab shows the missed message, and sending works again', async () => {
    await stage.restart()
    await say('重启之后')
    for (const visitor of [mine, tab, other]) await messages(visitor, '重启之后').waitFor({ timeout: 40_000 })
    await box(mine).fill('接着说')
    await box(mine).press('Enter')
    await messages(other, '接着说').waitFor({ timeout: 40_000 })
  })

  test('a picture arrives and can be enlarged, and a forbidden file fails and is discarded', async () => {
    const pick = mine.page.locator('.eq-chat-composer input[type=file]')
    await pick.setInputFiles({ name: '现场.png', mimeType: 'image/png', buffer: pngOf(2_000) })
    await other.page.locator('.eq-chat-picture img').waitFor()
    await other.page.locator('.eq-chat-picture').click()
    await other.page.getByRole('dialog', { name: '查看大图' }).waitFor()
    await other.page.keyboard.press('Escape')
    await pick.setInputFiles({
      name: '程序.exe',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('MZ'),
    })
    const refused = messages(mine, '程序.exe')
    await refused.getByText(/未发出/).waitFor()
    await refused.getByRole('button', { name: '取消发送' }).click()
    await refused.waitFor({ state: 'detached' })
    const { SHOTS } = process.env
    if (SHOTS) await mine.page.screenshot({ path: join(SHOTS, 'chat-files-1440.png') })
    if (SHOTS) await other.page.screenshot({ path: join(SHOTS, 'chat-files-390.png') })
  })

  test('a blocked sender sees a message and can resend after the block is removed', async () => {
    const { page } = mine
    const press = async (name: string) => {
      await page.locator('.eq-chat-head').getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await press('屏蔽')
    await page.getByText('您已屏蔽对方，取消屏蔽后才能发送消息').waitFor()
    await box(other).fill('还在吗')
    await other.page.getByRole('button', { name: '发送' }).click()
    await messages(other, '还在吗').getByText('对方暂不接收您的消息').waitFor()
    await press('取消屏蔽')
    await box(mine).waitFor()
    await messages(other, '还在吗').getByRole('button', { name: '重新发送' }).click()
    await messages(mine, '还在吗').waitFor()
  })

  test('a reported message appears in the operator console', async () => {
    const { page } = mine
    await messages(mine, '还在吗').getByRole('button', { name: /举报/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio').first().check()
    await dialog.getByRole('button', { name: '提交举报' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await other.goAfresh('/console/chatReport')
    expect(await other.page.locator('main').textContent()).toContain('还在吗')
    await settle(other.page)
    expect(await findViolations(other.page)).toEqual([])
  })

  test('a conversation opened from an item keeps partner name and draft while the first message is sent', async () => {
    const visitor = await stage.visit()
    const { page } = visitor
    await visitor.signIn('demo-expert')
    const { list } = await ask<{ list: { id: string; ownerId: string | null }[] }>(
      tokens.operator,
      '/newapi/api/avicResource/resource/index?limit=50',
    )
    const item = list.find(({ ownerId }) => ownerId && ownerId !== ids.unit && ownerId !== ids.operator)
    await visitor.goAfresh(`/userPage/chat?userId=${item?.ownerId}&dataType=equipment&dataId=${item?.id}`)
    const name = (await page.locator('.eq-chat-head h2').textContent()) ?? ''
    expect(name).not.toBe('未建立联系的用户')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/sendmessage*', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest('**/sendmessage*')
    await box(visitor).fill('请问交货期多久？')
    await box(visitor).press('Enter')
    await asked
    await page.locator('.eq-chat-composer .eq-chat-item').waitFor({ state: 'detached' })
    // The address lets the reader write until the message is stored: a page loaded anew meanwhile is no stranger's.
    expect(page.url()).toContain('dataId')
    expect(await page.locator('.eq-chat-head h2').textContent()).toBe(name)
    await box(visitor).fill('还有一个问题')
    letGo()
    await messages(visitor, '请问交货期多久？')
      .getByText(/未读|已读/)
      .waitFor()
    await expect.poll(() => page.url()).not.toContain('dataId')
    await settle(page)
    expect(await page.locator('.eq-chat-head h2').textContent()).toBe(name)
    expect(await box(visitor).inputValue()).toBe('还有一个问题')
    await visitor.close()
  })

  test('a blacklisted user reads messages and the reason, and can write again once removed from the list', async () => {
    const reason = '多次发布虚假信息'
    await ask(tokens.operator, '/newapi/operator/user/blacken', { id: ids.unit, reason })
    await mine.goAfresh(`/userPage/chat?userId=${ids.operator}`)
    const { page } = mine
    await messages(mine, '还在吗').waitFor()
    await page.locator('.eq-chat-composer').getByText(`原因：${reason}`).waitFor()
    expect(await box(mine).count()).toBe(0)
    await say('您可以申诉。')
    await messages(mine, '您可以申诉。').waitFor()
    await expect(
      ask(tokens.unit, '/messageInfo/sendmessage', {
        toId: ids.operator,
        content: '绕过页面',
        clientId: crypto.randomUUID(),
      }),
    ).rejects.toThrow('黑名单')
    expect(await findViolations(page)).toEqual([])
    await ask(tokens.operator, '/newapi/operator/user/whiten', { id: ids.unit })
    await mine.goAfresh(`/userPage/chat?userId=${ids.operator}`)
    await box(mine).waitFor()
  })
})
