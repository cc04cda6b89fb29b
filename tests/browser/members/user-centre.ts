// Holds that one's own page is a desk: what waits for me first, then what becomes of mine; who has nothing yet learns what to do.
import { describe, expect, test } from 'vitest'
import { someOf } from '../../support/long-run.ts'
import { model } from '../../support/portal-model.ts'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { newPerson } from '../support/new-person.ts'
import { callPortal, signInBehind } from '../support/operator.ts'

interface Todo {
  readonly totalCount: number
  readonly list: readonly { readonly title: string; readonly turn: string }[]
}

export const userCentre = (stage: Stage) =>
  describe('the desk of a member', () => {
    const MEMBERS = [
      ['demo-supplier', 1440],
      ['demo-government', 768],
    ] as const
    test.each(someOf(MEMBERS, 1))(
      '%s at %i px: what waits comes first, all of it with the step to take',
      async (who, width) => {
        const { url } = stage.portal
        const token = await signInBehind(url, who)
        const todo = await callPortal<Todo>(url, '/userPage/todo?limit=6', token)
        expect(todo.list.length).toBeGreaterThan(0)
        const visitor = await stage.visit({ width })
        const { page } = visitor
        await visitor.signIn(who)
        await visitor.go('/userPage')
        const sections = page.locator('.eq-detail-page .eq-stack .eq-card:has(.eq-card-title)')
        const first = sections.first()
        // How many wait is said as soon as the answer is there, on a busy machine after the page has come to rest.
        const title = first.locator('.eq-card-title')
        await title.filter({ hasText: '（' }).waitFor()
        expect(await title.textContent()).toBe(`待我办理（${todo.totalCount}）`)
        const rows = first.locator('li')
        expect(await rows.count()).toBe(todo.list.length)
        for (const [at, { title, turn }] of todo.list.entries()) {
          const text = (await rows.nth(at).textContent()) ?? ''
          expect(text).toContain(title)
          expect(text).toContain(turn)
        }
        await page.getByRole('link', { name: '待我办理', exact: true }).click()
        await page.getByRole('heading', { level: 1, name: '待我办理' }).waitFor()
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )

    test('a new member reads what to do, and gets there', async () => {
      const { userName, password } = await newPerson(stage.portal.url, model, 71)
      const visitor = await stage.visit({ width: 390 })
      const { page } = visitor
      await visitor.signIn(userName, password)
      await visitor.go('/userPage')
      await page.getByText('现在没有等您办理的事项').waitFor()
      await page.getByText('填写时会自动保存').waitFor()
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('link', { name: '查看可申报的事项' }).click()
      await page.getByRole('heading', { level: 1, name: '申报服务' }).waitFor()
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })
  })
