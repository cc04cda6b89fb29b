// Tests giving a role for a scope on the page 角色授权: an administrator gives it in words, its account sees and does only
// what is in the scope, and nothing once it is taken away.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { describeInBrowser } from './support/browser-test.ts'
import { look } from './support/look.ts'
import { callPortal, signInBehind } from './support/operator.ts'
import { settle, type Visitor } from './support/visit.ts'

interface Tender {
  readonly id: string
  readonly title: string
  readonly region: string
}

const SOON = { timeout: 15_000 }
const WIDTHS = [1440, 768, 390]

describeInBrowser('the role 招标编辑 for tenders of 四川', (stage) => {
  let admin: Visitor
  let staff: Visitor
  let inside: readonly Tender[]
  let outside: readonly Tender[]
  beforeAll(async () => {
    admin = await stage.visit()
    await admin.signIn('demo-operator')
    const [own, all] = await Promise.all(
      ['region=51&', ''].map((more) =>
        callPortal<Paged<Tender>>(stage.portal.url, `/bidding/list?${more}limit=50`),
      ),
    )
    inside = own?.list ?? []
    outside = (all?.list ?? []).filter(({ region }) => !region.startsWith('51'))
  })
  afterAll(() => Promise.all([admin?.close(), staff?.close()]))

  test('is given by words and choices, and stands in the list with its scope', async () => {
    const { page } = admin
    await admin.go('/operator/role')
    await page.getByRole('link', { name: '授予角色' }).first().click()
    await page.getByLabel('用户名').fill('demo-staff')
    await page.getByRole('radio', { name: '招标编辑' }).check({ force: true })
    await page.locator('[id="roleAssignment-types"]').fill('招标')
    await page.locator('.ant-select-item-option', { hasText: '招标信息' }).first().click(SOON)
    await page.getByLabel('省级').selectOption({ label: '四川省' })
    await page.locator('[id="roleAssignment-reason"]').fill('负责四川的招标信息')
    await look(page, 'role-give', { widths: WIDTHS })
    await page.getByRole('button', { name: '授予', exact: true }).click()
    await page.getByText('授权已提交').waitFor(SOON)
    await page.getByRole('link', { name: '查看授权' }).click()
    await page.getByText('招标信息；地区：四川省').waitFor(SOON)
    await look(page, 'role-item', { widths: WIDTHS })
    await admin.go('/operator/role')
    const row = page.getByRole('row', { name: /招标编辑/ }).first()
    await row.getByText('招标信息；地区：四川省').waitFor(SOON)
    await look(page, 'role-list', { widths: WIDTHS })
    expect(admin.problems).toEqual([])
  })

  test('shows its account tenders of 四川 only, with the buttons that the server takes', async () => {
    staff = await stage.visit()
    const { page } = staff
    await staff.signIn('demo-staff')
    await staff.go('/operator')
    const menu = page.getByRole('navigation', { name: '运营管理' })
    // Groups of the menu are closed.
    const entries = menu.locator('a')
    await entries.filter({ hasText: '招标信息管理' }).waitFor({ state: 'attached', ...SOON })
    expect((await entries.allTextContents()).map((text) => text.replace(/\d+$/, ''))).toEqual([
      '运营管理',
      '待办',
      '招标信息管理',
    ])
    await staff.go('/operator/bidding')
    await page.getByText(`共 ${inside.length} 条结果`).waitFor(SOON)
    for (const { title } of outside.slice(0, 3)) expect(await page.getByText(title).count()).toBe(0)
    await look(page, 'role-tenders', { widths: WIDTHS })

    await staff.go(`/operator/bidding/item?id=${inside[0]?.id}`)
    const buttons = page.locator('.eq-article .eq-actions')
    await buttons.first().waitFor(SOON)
    expect(await offered(buttons)).toEqual(['编辑', '下线'])
    await staff.go(`/operator/bidding/item?id=${outside[0]?.id}`)
    await page.getByRole('heading', { name: outside[0]?.title ?? '' }).waitFor(SOON)
    expect(await offered(buttons)).toEqual([])
    expect(staff.problems).toEqual([])
  })

  test('lets its account take a tender of 四川 offline', async () => {
    const { page } = staff
    await staff.go(`/operator/bidding/item?id=${inside[0]?.id}`)
    await page.locator('.eq-article').getByRole('button', { name: '下线', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^确定/ }).click()
    await page.locator('.eq-article').getByText('已下线', { exact: true }).first().waitFor(SOON)
  })

  test('gives its account nothing more once it is taken away', async () => {
    const { page } = admin
    await admin.go('/operator/role')
    await page
      .getByRole('row', { name: /招标编辑/ })
      .getByRole('link', { name: '示例工作人员' })
      .first()
      .click()
    await page.getByRole('button', { name: '收回角色' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('工作调整，不再负责')
    await dialog.getByRole('button', { name: /^确定/ }).click()
    await page.getByText('已收回', { exact: true }).first().waitFor(SOON)
    const token = await signInBehind(stage.portal.url, 'demo-staff')
    await expect(callPortal(stage.portal.url, '/operator/bidding/manage', token)).rejects.toThrow()
    await staff.goAfresh('/operator/bidding')
    await settle(staff.page)
    expect(await staff.page.getByText(inside[0]?.title ?? '').count()).toBe(0)
  })
})

const offered = async (actions: {
  getByRole(role: 'button' | 'link'): { allInnerTexts(): Promise<string[]> }
}): Promise<string[]> => [
  ...(await actions.getByRole('link').allInnerTexts()),
  ...(await actions.getByRole('button').allInnerTexts()),
]
