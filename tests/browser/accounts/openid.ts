// Tests OpenID Connect in the browser, with a provider that is not ours: sign-in, the page that asked for it, sign-out.
import { afterAll, describe, expect, test } from 'vitest'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../support/openid-provider.ts'
import type { Stage, StageOptions } from '../support/browser-test.ts'
import { findFreePort } from '../support/free-port.ts'
import { giveSignIn, settle } from '../support/visit.ts'

let provider: OpenIdProvider

/** A portal whose single sign-on is the provider. */
export async function withOpenIdProvider(): Promise<StageOptions> {
  const port = await findFreePort()
  const home = `http://127.0.0.1:${port}/`
  provider = await startOpenIdProvider(home)
  provider.people.set('zhou', { name: '周工' })
  const client = { SSO_CLIENT_ID: CLIENT_ID, SSO_CLIENT_SECRET: CLIENT_SECRET }
  return { port, env: { PUBLIC_URL: home, SSO_PROTOCOL: 'oidc', SSO_URL: provider.url, ...client } }
}

export const openId = (stage: Stage) =>
  describe('OpenID Connect', () => {
    afterAll(() => provider?.close())

    test('signs in at the provider, returns to the page that asked for it, and signs out at both', async () => {
      const { page, problems, go, close } = await stage.visit()
      const addresses: string[] = []
      page.on('request', (request) => addresses.push(request.url()))
      await go('/userPage')
      await page.getByRole('tab', { name: '统一认证登录' }).click()
      await page.getByRole('button', { name: '前往统一认证登录' }).click()
      await page.locator('input[name=login]').fill('zhou')
      await page.locator('input[name=password]').fill('any')
      await page.getByRole('button', { name: 'Sign-in' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('登录成功').first().waitFor()
      await settle(page)
      expect(page.url()).toBe(`${stage.portal.url}/#/userPage`)
      await page.getByText('周工').first().waitFor()
      const token = (await page.context().cookies()).find(({ name }) => /token/.test(name))?.value ?? ''
      expect(token.length).toBeGreaterThan(20)
      expect(
        addresses.filter((address) => /token=|id_token/.test(address) || address.includes(token)),
      ).toEqual([])
      // The provider's own pages ask for a font and an icon that are not there.
      expect(
        problems.filter((problem) => !/fonts\.googleapis|Failed to load resource/.test(problem)),
      ).toEqual([])

      await page.reload()
      await settle(page)
      await page.getByText('周工').first().waitFor()

      const menu = page.getByRole('navigation', { name: '用户菜单' })
      await menu.getByRole('button').first().click()
      await menu.getByRole('button', { name: '退出登录' }).click()
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      await expect.poll(() => page.url()).toContain(`${stage.portal.url}/#/login`)
      expect(addresses.find((address) => address.includes('/session/end'))).not.toContain('id_token')
      expect(await page.getByText('周工').count()).toBe(0)

      await page.getByRole('tab', { name: '统一认证登录' }).click()
      await page.getByRole('button', { name: '前往统一认证登录' }).click()
      await page.locator('input[name=login]').waitFor()
      await close()
    })

    test('returns to the sign-in page with a message when the provider signs nobody in', async () => {
      const { page, go, close } = await stage.visit()
      await go('/login?from=/userPage')
      await page.getByRole('tab', { name: '统一认证登录' }).click()
      await page.getByRole('button', { name: '前往统一认证登录' }).click()
      await page.getByRole('link', { name: 'Cancel' }).click()
      await page.getByText('统一认证登录没有完成，请重新登录').first().waitFor()
      expect(new URL(page.url()).search).toBe('')
      expect(new URL(page.url()).hash).toContain('#/login?from=')
      await close()
    })

    test('asks before a sign-in that another browser has begun, and refuses it', async () => {
      const { page, close } = await stage.visit()
      await page.goto(`${stage.portal.url}/?code=stolen&state=${'a'.repeat(48)}&iss=${provider.url}`)
      await page.getByRole('button', { name: '继续登录' }).click()
      await page.getByText('登录不是由本浏览器发起的，请重新登录').first().waitFor()
      expect(page.url()).not.toContain('stolen')
      await close()
    })

    // Last: the provider is gone.
    test('says that the provider does not answer, and lets people sign in with a password', async () => {
      const { page, go, close } = await stage.visit()
      await provider.close()
      await stage.restart()
      await go('/login?from=/userPage')
      await page.getByRole('tab', { name: '统一认证登录' }).click()
      await page.getByRole('button', { name: '前往统一认证登录' }).click()
      await page.getByRole('alert').filter({ hasText: '统一认证服务暂时没有应答' }).waitFor()
      await page.getByRole('tab', { name: '账号密码登录' }).click()
      await giveSignIn(page, 'demo-unit')
      await expect.poll(() => page.url()).toMatch(/#\/userPage$/)
      await close()
    })
  })
