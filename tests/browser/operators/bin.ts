// Tests the bin in the console: a deleted item is found by search and restored, another is erased for good.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import type { Visitor } from '../support/visit.ts'

const SOON = { timeout: 15_000 }
const KEPT = '误删的排水泵选型手册'
const SPARE = '误录的排水泵选型手册'

export const theBin = (stage: Stage) =>
  describe('the bin', () => {
    let operator: Visitor
    let token = ''
    const ids: Record<string, string> = {}
    beforeAll(async () => {
      const { url } = stage.portal
      token = await signInBehind(url, 'demo-operator')
      for (const name of [KEPT, SPARE]) {
        const site = { name, url: 'https://pump.example', kind: '2', intro: '选型参考' }
        const { id } = await callPortal<{ id: string }>(url, '/operator/equipmentWebsite/add', token, site)
        ids[name] = id
        await callPortal(url, `/operator/equipmentWebsite/delete?id=${id}`, token)
      }
      operator = await stage.visit()
      await operator.signIn('demo-operator')
    })
    afterAll(() => operator?.close())

    const row = (name: string) => operator.page.getByRole('row').filter({ hasText: name })

    test('a deleted item is found by its title and restored; one that is not wanted goes for good with a reason', async () => {
      const { page } = operator
      await operator.go('/console/deleted?keyWord=排水泵选型')
      await row(KEPT).waitFor(SOON)
      expect(await page.getByRole('row').filter({ hasText: '排水泵选型' }).count()).toBe(2)
      expect(await findViolations(page)).toEqual([])
      await row(KEPT).getByRole('checkbox').check()
      await page.getByRole('button', { name: '恢复', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: /^确定/ }).click()
      await page.getByRole('dialog').getByText(KEPT).waitFor(SOON)
      await page.getByRole('dialog').getByRole('button', { name: '知道了' }).click()
      await row(KEPT).waitFor({ ...SOON, state: 'detached' })
      const restored = await callPortal<{ status: string }>(
        stage.portal.url,
        `/equipmentWebsite/info/${ids[KEPT]}`,
        token,
      )
      expect(restored.status).toBe('offline')
      await row(SPARE).getByRole('checkbox').check()
      await page.getByRole('button', { name: '彻底删除', exact: true }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('重复录入，不再需要')
      await page.getByRole('dialog').getByRole('button', { name: /^确定/ }).click()
      await page.getByText('没有符合条件的内容', { exact: false }).waitFor(SOON)
      expect(operator.problems).toEqual([])
    })
  })
