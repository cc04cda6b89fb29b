// Tests sessions in the browser: restored drafts, signing out in another tab, server restart, clean tabs.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { callPortal } from '../support/operator.ts'
import { DEMO_PASSWORD } from '../support/start-portal.ts'
import { giveSignIn, settle, tokenOf, type Visitor } from '../support/visit.ts'

const menuOf = ({ page }: Visitor) => page.getByRole('navigation', { name: '用户菜单' })

export const sessions = (stage: Stage) =>
  describe('sessions', () => {
    /** Resolves with the second tab once the first has followed to the sign-in page. */
    async function signOutInNewTab({ page, context }: Visitor): Promise<Page> {
      const tab = await context.newPage()
      await tab.goto(`${stage.portal.url}/#/home-page`)
      await settle(tab)
      const menu = tab.getByRole('navigation', { name: '用户菜单' })
      await menu.getByRole('button').first().click()
      await menu.getByRole('button', { name: '退出登录' }).click()
      await expect.poll(() => page.url()).toContain('/login')
      return tab
    }

    test('SES-03 a form draft is restored after the session ends, the page reloads and the user signs in', async () => {
      const visitor = await stage.visit({ width: 390 })
      const { page } = visitor
      const company = () => page.getByRole('textbox', { name: /所在单位/ })
      await visitor.signIn('demo-ordinary')
      await visitor.go('/userPage/profile')
      await company().fill('示例单位390')
      await callPortal(stage.portal.url, '/api/logout', await tokenOf(visitor), {})
      await page.getByRole('button', { name: '保存', exact: true }).click()
      await page.getByRole('dialog', { name: '请重新登录' }).waitFor()
      page.on('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await expect.poll(() => page.url()).toContain('/login')
      await giveSignIn(page, 'demo-ordinary')
      await expect.poll(() => page.url()).toMatch(/#\/userPage\/profile$/)
      await page.getByRole('button', { name: '继续填写' }).click()
      expect(await company().inputValue()).toBe('示例单位390')
      await page.getByRole('button', { name: '保存', exact: true }).click()
      await page.getByRole('heading', { name: '资料已保存' }).waitFor()
      await visitor.close()
    })

    test('a reused test tab keeps no storage, cookie, history or window name of its previous visitor', async () => {
      const first = await stage.visit()
      const { page } = first
      await first.signIn('demo-science')
      await first.go('/home-page')
      const heard: string[] = []
      page.on('request', (request) => heard.push(request.url()))
      await page.evaluate(() => {
        localStorage.setItem('equipnet-left', '1')
        sessionStorage.setItem('equipnet-left', '1')
        window.name = 'left'
      })
      await first.close()
      heard.length = 0
      const second = await stage.visit()
      expect(second.page, 'one of the free tabs').toBe(page)
      await second.go('/home-page')
      expect(
        await page.evaluate(() => [
          localStorage.getItem('equipnet-left'),
          sessionStorage.getItem('equipnet-left'),
          document.cookie.includes('equipnet-session'),
          history.length,
          window.name,
        ]),
      ).toEqual([null, null, false, 2, ''])
      expect(heard).toEqual([])
      await page.route('**/nothing', (route) => route.abort())
      await second.close()
      const third = await stage.visit()
      expect(third.page, 'what was done to it lasts').not.toBe(page)
      await third.close()
    })

    test('signing out in one tab signs out the other tab and removes account data from page and storage', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-science')
      const set = { max: 4, items: [{ id: 'x', title: '我在比的装备' }] }
      const kept = JSON.stringify({ last: '/goodsCompare', sets: { '/goodsCompare': set } })
      await page.evaluate((value) => localStorage.setItem('equipnet-compare', value), kept)
      await visitor.go('/userPage')
      await page.reload()
      await settle(page)
      await signOutInNewTab(visitor)
      expect(await page.getByText('demo-science').count()).toBe(0)
      expect((await page.evaluate(() => localStorage.getItem('equipnet-compare'))) ?? '').not.toContain(
        '我在比的装备',
      )
      await visitor.close()
    })

    test('SES-04 no script of the page reads the token, and a reload keeps the session', async () => {
      const visitor = await stage.visit()
      const { page, context } = visitor
      const addresses: string[] = []
      page.on('request', (request) => addresses.push(request.url()))
      await visitor.go('/login?from=/userPage')
      await giveSignIn(page, 'demo-expert')
      await expect.poll(() => page.url()).toMatch(/#\/userPage$/)
      await page.reload()
      await settle(page)
      await page.getByText('demo-expert').first().waitFor()
      const token = await tokenOf(visitor)
      expect(token).toHaveLength(43)
      const [cookie] = (await context.cookies()).filter(({ value }) => value === token)
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
      const readable = await page.evaluate(() =>
        [
          document.cookie,
          ...Object.values({ ...localStorage }),
          ...Object.values({ ...sessionStorage }),
        ].join('\n'),
      )
      expect(readable, 'who is signed in').toContain('demo-expert')
      expect(readable).not.toContain(token)
      expect(addresses.filter((address) => address.includes(token) || /[?&]token=/.test(address))).toEqual([])
      await visitor.close()
    })

    test('a session that version 0.1.0 kept in the page goes on, and its token leaves the page', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      const { token, user } = await callPortal<{ token: string; user: object }>(
        stage.portal.url,
        '/api/login',
        '',
        { userName: 'demo-expert', password: DEMO_PASSWORD },
      )
      await page.goto(`${stage.portal.url}/healthz`)
      await page.evaluate(
        ([text, saved]) => {
          // biome-ignore lint/suspicious/noDocumentCookie: as that version did
          document.cookie = `equipnet-token=${text}; Path=/; SameSite=Strict`
          localStorage.setItem('equipnet-user', saved)
        },
        [token, JSON.stringify({ ...user, token, ticket: null })] as const,
      )
      await visitor.go('/userPage')
      await page.getByText('demo-expert').first().waitFor()
      expect(await tokenOf(visitor)).toBe(token)
      expect(await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage }))).not.toContain(
        token,
      )
      await visitor.close()
    })

    test('a form of another host that posts to the portal is refused, and the session stays', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-expert')
      // The same site for `SameSite`, which knows no ports: the browser sends the cookie.
      const forging = createServer((_request, response) => {
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<form method="post" enctype="text/plain" action="${stage.portal.url}/newapi/api/logout">
            <input name='{"x":"' value='"}'></form><script>document.forms[0].submit()</script>`)
      })
      await new Promise<void>((resolve) => forging.listen(0, resolve))
      const { port } = forging.address() as AddressInfo
      const { hostname } = new URL(stage.portal.url)
      const answered = page.waitForResponse((response) => response.url().includes('/api/logout'))
      await page.goto(`http://${hostname}:${port}/`)
      const answer = await answered
      expect((await answer.request().allHeaders()).cookie).toContain(await tokenOf(visitor))
      expect([answer.status(), ((await answer.json()) as { msg: string }).msg]).toEqual([
        403,
        '这个地址只接受本站页面发出的请求',
      ])
      forging.close()
      await visitor.go('/userPage')
      await page.getByText('demo-expert').first().waitFor()
      await visitor.close()
    })

    test('a tab follows another account that signs in in a second tab, and never calls in its name unseen', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-expert')
      await visitor.go('/userPage')
      const tab = await signOutInNewTab(visitor)
      await tab.goto(`${stage.portal.url}/#/login?from=/userPage`)
      await giveSignIn(tab, 'demo-unit')
      await tab.getByText('demo-unit').first().waitFor()
      await visitor.go('/userPage')
      await page.getByText('demo-unit').first().waitFor()
      expect(await page.getByText('demo-expert').count()).toBe(0)
      await visitor.close()
    })

    // Last: it takes the portal of the others down.
    test('SES-03 a session survives a reload, a new tab and a restart of the server', async () => {
      const visitor = await stage.visit()
      const { page, context } = visitor
      await visitor.go('/login?from=/userPage')
      await giveSignIn(page, 'demo-unit')
      await expect.poll(() => page.url()).toMatch(/#\/userPage$/)
      await settle(page)
      await page.reload()
      await settle(page)
      await menuOf(visitor).getByRole('button', { name: '示例采购单位' }).waitFor()
      const tab = await context.newPage()
      await tab.goto(`${stage.portal.url}/#/userPage`)
      await tab.getByText('demo-unit').waitFor()
      await tab.close()

      await stage.restart()
      await page.reload()
      await settle(page)
      await page.getByText('demo-unit').waitFor()
      expect(page.url()).toContain('/userPage')
      await visitor.close()
    })

    test('the next visitor to the same browser has no cookie and no storage of the previous visitor', async () => {
      const first = await stage.visit()
      await first.signIn('demo-unit')
      await first.go('/userPage')
      await first.close()
      const next = await stage.visit()
      await next.go('/home-page')
      await next.page.getByRole('link', { name: /登录/ }).first().waitFor()
      expect(await next.page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0])
      await next.close()
    })
  })
