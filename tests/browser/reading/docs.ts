// Tests the viewer of the OpenAPI document: it loads under the strict policy and lists operations.
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'

export const docs = (stage: Stage) =>
  describe('documentation of the interface', () => {
    test('lists the operations of a group, and opens one, without an error or a violation of the policy', async () => {
      const { page, problems, close } = await stage.visit()
      const answer = await page.goto(`${stage.portal.url}/docs`)
      const policy = answer?.headers()['content-security-policy'] ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).not.toContain('unsafe')
      await page.getByRole('heading', { name: '应急装备信息网接口' }).waitFor()
      await page.getByLabel('接口分组').selectOption('auth')
      const operation = page.locator('.opblock', { hasText: '账号密码登录；连续输错两次后须带图形验证码' })
      await operation.locator('.opblock-summary-control').first().click()
      await operation.getByRole('heading', { name: 'Responses' }).waitFor()
      await operation.getByText('账号密码登录').first().waitFor()
      await operation.getByRole('tab', { name: 'Schema' }).first().click()
      expect(problems).toEqual([])

      await page.reload()
      await operation.first().waitFor()
      expect(new URL(page.url()).hash, 'the group may be linked to').toBe('#auth')
      await close()
    })
  })
