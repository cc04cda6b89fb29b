// Tests single sign-on in the browser: identity provider, ticket, return to the portal, expired session.
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal } from '../support/operator.ts'
import { DEMO_PASSWORD } from '../support/start-portal.ts'
import { settle } from '../support/visit.ts'

export const singleSignOn = (stage: Stage) =>
  describe('SES-06 single sign-on', () => {
    test('SES-01 redirects to the identity provider and back to the root, and accepts each ticket once', async () => {
      const { page, problems, go, close } = await stage.visit({ width: 390, height: 844 })
      await go('/login')
      await page.getByRole('tab', { name: '统一认证登录' }).click()
      await page.getByRole('button', { name: '前往统一认证登录' }).click()
      await page.getByRole('heading', { name: '统一身份认证（演示）' }).waitFor()
      expect(await findViolations(page)).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(wide).toBe(false)

      await page.getByLabel('账号').fill('demo-expert')
      await page.getByLabel('密码').fill('wrong')
      await page.getByRole('button', { name: '登录' }).click()
      await page.getByRole('alert').filter({ hasText: '账号或密码不正确' }).waitFor()
      await page.getByLabel('账号').fill('demo-expert')
      await page.getByLabel('密码').fill(DEMO_PASSWORD)
      const asked = page.waitForRequest((request) => request.url().includes('/newapi/api/ssoLogin'))
      await page.getByRole('button', { name: '登录' }).click()
      const { ticket } = (await asked).postDataJSON() as { ticket: string }
      await page.getByText('登录成功').first().waitFor()
      await settle(page)
      expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/(#\/.*)?$/)
      const saved = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
      expect(saved, 'SES-05').toContain(ticket)
      // The wrong password is a failed load of the identity provider's page, which the browser reports.
      expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])

      // A ticket that this browser did not ask for replaces no session unasked.
      await page.goto(`${stage.portal.url}/?ticket=${ticket}`)
      await page.getByRole('button', { name: '保持当前登录' }).waitFor()
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('button', { name: '保持当前登录' }).click()
      await settle(page)
      expect(page.url()).not.toContain('ticket')
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(ticket)

      // SES-02: the same ticket a second time
      await page.goto(`${stage.portal.url}/?ticket=${ticket}`)
      await page.getByRole('button', { name: '换用统一认证登录' }).click()
      await page.getByText('登录票据无效或已使用，请重新登录').first().waitFor()
      expect(stage.portal.output()).not.toContain(ticket)
      await close()
    })

    test('sends an expired session through the SSO logout and back to the sign-in page with a message', async () => {
      const { page, go, close } = await stage.visit()
      await go('/login')
      await page.getByRole('tab', { name: '统一认证登录' }).click()
      await page.getByRole('button', { name: '前往统一认证登录' }).click()
      await page.getByLabel('账号').fill('demo-expert')
      await page.getByLabel('密码').fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: '登录' }).click()
      await page.getByText('登录成功').first().waitFor()
      await settle(page)
      const token = (await page.context().cookies()).find(({ name }) => /token/i.test(name))?.value ?? ''
      await callPortal(stage.portal.url, '/api/logout', token, {})
      const left = page.waitForRequest((request) => request.url().includes('/newapi/api/ssoLogout'))
      await page.evaluate(() => {
        location.hash = '#/userPage'
      })
      await left
      await page.getByText('您未登录，或者登录已经超时，请先登录！').first().waitFor()
      expect(new URL(page.url()).hash).toBe('#/login?expired=1&from=%2FuserPage')
      await close()
    })
  })
