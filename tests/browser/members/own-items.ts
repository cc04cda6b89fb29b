// Tests the page 我的发布: keyword filter, bulk withdrawal and bulk deletion.
import { describe, expect, test } from 'vitest'
import { model } from '../../support/portal-model.ts'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { newPerson } from '../support/new-person.ts'
import { callPortal, signInBehind } from '../support/operator.ts'

const TITLES = ['排水泵冬季怎样存放', '排水泵多久换一次机油', '照明灯塔怎样固定']

export const ownItems = (stage: Stage) =>
  describe('the page 我的发布', () => {
    test.each([[1440], [390]])(
      'filters by keyword, offers permitted bulk actions and keeps the focus, at %i px',
      async (width) => {
        const { url } = stage.portal
        const { userName, password } = await newPerson(url, model, width)
        const token = await signInBehind(url, userName, password)
        for (const title of TITLES)
          await callPortal(url, '/zhihu/add', token, { title, sysCategoryId: 'C04' })
        const visitor = await stage.visit({ width })
        const { page } = visitor
        await visitor.signIn(userName, password)
        await visitor.go('/myPublications')
        const table = page.locator('table.eq-table')
        await table.getByText(TITLES[2] as string).waitFor()
        expect(await findViolations(page)).toEqual([])
        // As a table it has a cell under each heading, as cards only what there is to say.
        const [row] = await table.locator('tbody tr').all()
        const isWide = width > 900
        for (const label of ['办理意见', '点赞', '评论', '收藏'])
          expect(await row?.locator(`td[data-label="${label}"]`).isVisible(), label).toBe(isWide)
        const words = page.locator('.eq-filters input').first()
        await words.fill('排水泵')
        await words.press('Enter')
        await expect.poll(() => table.locator('tbody tr').count()).toBe(2)
        const bar = page.locator('.eq-bulk')
        for (const box of await table.locator('tbody input[type=checkbox]').all()) await box.check()
        expect(await bar.getByRole('button').allTextContents()).toEqual(['撤回', '删除'])
        await bar.getByRole('button', { name: '撤回' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
        await page.getByText('2 条全部完成。').waitFor()
        await page.getByRole('button', { name: '知道了' }).click()
        await expect.poll(() => table.getByText('已撤回').count()).toBe(2)
        await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
        for (const box of await table.locator('tbody input[type=checkbox]').all()) await box.check()
        await bar.getByRole('button', { name: '删除' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '确定删除' }).click()
        await page.getByText('2 条全部完成。').waitFor()
        await page.getByRole('button', { name: '知道了' }).click()
        await page.getByText('没有符合条件的内容').waitFor()
        await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )
  })
