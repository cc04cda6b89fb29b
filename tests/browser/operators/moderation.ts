// Tests moderation: pending changes, bulk transitions, reported comments.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { DEMO_PASSWORD } from '../support/start-portal.ts'
import { settle, type Visitor } from '../support/visit.ts'

const OLD = '橡皮艇外机低温启动困难怎么办？'
const NEW = '橡皮艇外机零下十度启动困难怎么办？'
const COMMENT = '低价出售同款外机，欢迎来电洽谈。'

interface Answer {
  readonly data: { readonly id: string; readonly token: string }
}

export const moderation = (stage: Stage) =>
  describe('moderation', () => {
    let author: Visitor
    let operator: Visitor
    let reader: Visitor
    let guest: Visitor
    let id = ''
    const detail = () => `/threePageZhihu?id=${id}`

    const call = async (path: string, token: string, body?: object): Promise<Answer['data']> => {
      const answer = await fetch(`${stage.portal.url}/newapi${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { token, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return ((await answer.json()) as Answer).data
    }
    const tokenOf = async (userName: string) =>
      (await call('/api/login', '', { userName, password: DEMO_PASSWORD })).token

    beforeAll(async () => {
      const [unit, judge] = await Promise.all(['demo-unit', 'demo-operator'].map(tokenOf))
      const added = await call('/zhihu/add', unit ?? '', { title: OLD, sysCategoryId: 'C04' })
      id = added.id
      await call(`/zhihu/online?id=${id}`, judge ?? '')
      author = await stage.visit({ motion: true })
      operator = await stage.visit({ motion: true })
      reader = await stage.visit({ width: 390, motion: true })
      guest = await stage.visit({ motion: true })
      await author.signIn('demo-unit')
      await operator.signIn('demo-operator')
      await reader.signIn('demo-supplier')
    })
    afterAll(() => Promise.all([author, operator, reader, guest].map((somebody) => somebody?.close())))

    const heading = (page: Page) => page.locator('main h1').textContent()
    const picture = async (page: Page, name: string) => {
      const folder = process.env.MODERATION_PICTURES
      if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
    }

    async function confirm(page: Page, label: string, button: string): Promise<void> {
      const dialog = page.getByRole('dialog', { name: label })
      await dialog.waitFor()
      // A button that still grows is hit beside.
      await settle(page)
      await dialog.getByRole('button', { name: button }).click()
      await dialog.waitFor({ state: 'hidden' })
      await settle(page)
    }

    test('a change stays hidden from the public until an operator compares and approves it', async () => {
      await author.go(`/zhihuEdit?id=${id}`)
      await author.page.locator('[id="zhihu-title"]').fill(NEW)
      await author.page.getByRole('button', { name: '提交', exact: true }).click()
      await author.page.getByText('修改稿已提交审核').first().waitFor()
      await guest.go(detail())
      expect(await heading(guest.page)).toBe(OLD)
      await author.goAfresh('/myPublications')
      expect(await author.page.locator('main tr', { hasText: OLD }).textContent()).toContain('修改待审核')
      await author.goAfresh(detail())
      await author.page.getByRole('button', { name: '撤回修改' }).waitFor()
      await picture(author.page, 'change-author-1440')

      await operator.go('/console/queue?dataType=zhihu&limit=50')
      await operator.page.locator('main').getByRole('link', { name: OLD }).first().click()
      await settle(operator.page)
      const table = operator.page.locator('.eq-change-table')
      expect(await table.textContent()).toContain(NEW)
      expect(await findViolations(operator.page)).toEqual([])
      await picture(operator.page, 'change-operator-1440')
      await operator.page.setViewportSize({ width: 390, height: 844 })
      await picture(operator.page, 'change-operator-390')
      expect(await findViolations(operator.page)).toEqual([])
      await operator.page.setViewportSize({ width: 1440, height: 900 })
      await operator.page.getByRole('button', { name: '通过修改', exact: true }).click()
      await confirm(operator.page, '通过修改', '确定')
      await guest.goAfresh(detail())
      expect(await heading(guest.page)).toBe(NEW)
    })

    test('a bulk transition reports the result of each item', async () => {
      const [unit, judge] = await Promise.all(['demo-unit', 'demo-operator'].map(tokenOf))
      const mine = await call('/zhihu/add', judge ?? '', {
        title: '成批办理：运营人员自己的提问？',
        sysCategoryId: 'C04',
      })
      const theirs = await call('/zhihu/add', unit ?? '', {
        title: '成批办理：会员的提问？',
        sysCategoryId: 'C04',
      })
      expect(mine.id).not.toBe(theirs.id)
      const { page } = operator
      await operator.goAfresh('/console/zhihu?keyWord=成批办理')
      await page.locator('main tr', { hasText: '会员的提问' }).getByRole('checkbox').check()
      await page.locator('main tr', { hasText: '自己的提问' }).getByRole('checkbox').check()
      await page.locator('.eq-bulk').getByRole('button', { name: '通过并上线', exact: true }).click()
      await page.getByRole('dialog', { name: '通过并上线' }).getByRole('button', { name: '确定' }).click()
      const told = page.getByRole('dialog', { name: '上线：结果' })
      await told.getByText('完成 1 条，未办理 1 条，原因如下。').waitFor()
      const rows = await told.locator('li').allTextContents()
      expect(rows[0]).toMatch(/^未办理.*自己的提问.*自己/)
      expect(rows[1]).toMatch(/^完成.*会员的提问/)
      await settle(page)
      await picture(page, 'bulk-1440')
      expect(await findViolations(page)).toEqual([])
      await told.getByRole('button', { name: '知道了' }).click()
      await page.locator('main tr', { hasText: '会员的提问' }).getByText('已上线').waitFor()
    })

    test('a reported comment is listed in the console and deleted there', async () => {
      await author.goAfresh(detail())
      await author.page.getByLabel('写评论').fill(COMMENT)
      await author.page.getByRole('button', { name: '发布', exact: true }).click()
      await author.page.locator('.eq-comments').getByText(COMMENT).waitFor()
      await reader.go(detail())
      await reader.page.locator('.eq-comments').getByRole('button', { name: '举报' }).click()
      const dialog = reader.page.getByRole('dialog', { name: '举报评论' })
      await dialog.getByLabel('广告营销').check()
      await picture(reader.page, 'report-390')
      expect(await findViolations(reader.page)).toEqual([])
      await confirm(reader.page, '举报评论', '提交举报')
      await reader.page.locator('.eq-comments').getByText('已举报').waitFor()

      await operator.go('/console/comment?reported=true')
      const row = operator.page.locator('main tr', { hasText: COMMENT })
      await row.getByRole('checkbox').check()
      await picture(operator.page, 'desk-1440')
      expect(await findViolations(operator.page)).toEqual([])
      await operator.page.locator('.eq-bulk').getByRole('button', { name: '删除' }).click()
      await confirm(operator.page, '删除', '确定')
      expect(await operator.page.locator('main').getByText(COMMENT).count()).toBe(0)
      await operator.page.setViewportSize({ width: 390, height: 844 })
      await operator.goAfresh('/console/comment')
      await picture(operator.page, 'desk-390')
      expect(await findViolations(operator.page)).toEqual([])
      await guest.goAfresh(detail())
      expect(await guest.page.getByText(COMMENT).count()).toBe(0)
    })
  })
