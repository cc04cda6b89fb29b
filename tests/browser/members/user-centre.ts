// Tests the user centre: open to-dos, side navigation, hints for new members.
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
  describe('user centre', () => {
    const MEMBERS = [
      ['demo-supplier', 1440],
      ['demo-government', 768],
    ] as const
    test.each(someOf(MEMBERS, 1))(
      'shows %s all open to-dos first at %i px, each with its next action',
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

    test('shows the side navigation on each page and highlights the current page, at 1440 px', async () => {
      const visitor = await stage.visit({ width: 1440 })
      const { page } = visitor
      await visitor.signIn('demo-rescueForces')
      await visitor.go('/userPage')
      const side = page.getByRole('navigation', { name: '个人中心导航' })
      expect(await side.getByRole('button').count()).toBe(0)
      expect(await side.getByRole('link', { name: '修改企业资料' }).count()).toBe(0)
      const mission = page.locator('.eq-card:has-text("待我办理") li').first()
      expect(await mission.textContent()).toMatch(/特急.*接受派发.*办理期限/s)
      expect(await findViolations(page)).toEqual([])
      await side.getByRole('link', { name: '待我办理' }).click()
      await page.getByRole('heading', { level: 1, name: '待我办理' }).waitFor()
      expect(await side.locator('[aria-current=page]').textContent()).toBe('待我办理')
      const [left, right] = await Promise.all([
        side.boundingBox(),
        page.locator('.eq-list-page').boundingBox(),
      ])
      expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
      expect(await findViolations(page)).toEqual([])
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('shows the side navigation as a row that expands, and collapses on the next page, at 390 px', async () => {
      const visitor = await stage.visit({ width: 390 })
      const { page } = visitor
      await visitor.signIn('demo-supplier')
      await visitor.go('/myCollect')
      const side = page.getByRole('navigation', { name: '个人中心导航' })
      const fold = side.getByRole('button', { name: '个人中心：我的收藏' })
      expect(await side.getByRole('link').count()).toBe(0)
      await fold.click()
      await side.getByRole('link', { name: '修改企业资料' }).waitFor()
      expect(await findViolations(page)).toEqual([])
      await side.getByRole('link', { name: '我的草稿' }).click()
      await page.getByRole('heading', { level: 1, name: '我的草稿' }).waitFor()
      await side.getByRole('button', { name: '个人中心：我的草稿', expanded: false }).waitFor()
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('shows a new member what to do and links to the declaration page', async () => {
      const { userName, password } = await newPerson(stage.portal.url, model, 71)
      const visitor = await stage.visit({ width: 390 })
      const { page } = visitor
      await visitor.signIn(userName, password)
      await visitor.go('/userPage')
      await page.getByText('现在没有等您办理的事项').waitFor()
      await page.getByText('填写表单时会自动保存').waitFor()
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('link', { name: '查看可申报的事项' }).click()
      await page.getByRole('heading', { level: 1, name: '申报服务' }).waitFor()
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })
  })
