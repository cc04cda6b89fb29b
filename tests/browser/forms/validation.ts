// Tests that a form validates in the browser alone, without eval, and what it says when it cannot get its validator.
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { settle } from '../support/visit.ts'

const MODULES = '**/config/validators/**'

export const validation = (stage: Stage) =>
  describe('validation in the browser', () => {
    test('a form refuses wrong answers while the server is cut off, under a policy that forbids eval', async () => {
      const { headers } = await fetch(stage.portal.url)
      expect(headers.get('content-security-policy')).toContain("script-src 'self';")
      const visitor = await stage.visit()
      const { page, context } = visitor
      await visitor.signIn('demo-unit')
      await visitor.goAfresh('/demandPublish')
      await context.setOffline(true)
      await page.locator('[id="demand-title"]').fill('短')
      await page.keyboard.press('Tab')
      await page.getByText('需求标题至少 5 个字').waitFor()
      await page.getByRole('button', { name: '下一步' }).click()
      const summary = page.getByRole('alert').getByRole('link')
      expect(await summary.allTextContents()).toEqual(
        expect.arrayContaining(['需求标题至少 5 个字', '请选择需求类型']),
      )
      expect(visitor.problems.filter((problem) => /Content.Security.Policy|exception/.test(problem))).toEqual(
        [],
      )
      await visitor.close()
    })

    test('a form whose validator cannot be loaded says so, and appears after a retry', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-unit')
      await page.route(MODULES, (route) => route.abort())
      await visitor.goAfresh('/demandPublish')
      await page.getByText('填写规则加载失败，请检查网络后重试').waitFor()
      await page.unroute(MODULES)
      await page.getByRole('button', { name: '重试' }).click()
      await page.locator('[id="demand-title"]').fill('短')
      await page.keyboard.press('Tab')
      await page.getByText('需求标题至少 5 个字').waitFor()
      await visitor.close()
    })

    test('answers stay while the validator of a chosen category cannot be loaded', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-supplier')
      const requested: string[] = []
      await page.route(MODULES, (route) => {
        requested.push(new URL(route.request().url()).pathname)
        // The form's own comes first, perhaps several times.
        return requested.every((path) => path === requested[0]) ? route.continue() : route.abort()
      })
      await visitor.goAfresh('/equipmentPublish?equipmentType=E001')
      await page.getByLabel('装备名称').fill('大流量排水抢险车')
      await page.getByText('技术参数加载失败，已填写的内容不会丢失，请检查网络后重试').waitFor()
      await page.unroute(MODULES)
      await page.getByRole('button', { name: '重试' }).click()
      await page.getByText('技术参数加载失败').waitFor({ state: 'detached' })
      await settle(page)
      expect(await page.getByLabel('装备名称').inputValue()).toBe('大流量排水抢险车')
      await visitor.close()
    })
  })
