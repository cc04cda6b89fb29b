// Tests publishing by a form: sign-in, validation, draft, review of answers, receipt, expired session.
import { beforeAll, describe, expect, test } from 'vitest'
import type { FormModel } from '#shared/model/content-model.ts'
import { model } from '../../support/portal-model.ts'
import type { Stage } from '../support/browser-test.ts'
import { fillField, fillStep } from '../support/fill-form.ts'
import { findViolations } from '../support/find-violations.ts'
import { DEMO_PASSWORD } from '../support/start-portal.ts'
import { settle, tokenOf } from '../support/visit.ts'
import { walkedAt } from '../support/widths.ts'

const formOf = (id: string): FormModel => {
  const form = model.forms.find((candidate) => candidate.id === id)
  if (!form) throw new Error(`no form ${id}`)
  return form
}

const DEMAND = {
  title: '采购山区洪涝排水抢险车两辆',
  demandType: '1',
  urgency: '2',
  sysCategoryId: 'C04',
  quantity: 2,
  unit: '辆',
  technicalRequirement: '额定流量不低于 3000 立方米每小时，额定扬程不低于 15 米，提供检测报告与操作培训。',
  region: '330106',
  deadline: '2027-12-31',
  contactName: '李明',
  contactMobile: '19900000001',
}

const DRONE = {
  orgName: '示例市应急救援支队',
  uscc: '91350100M000100Y43',
  contactName: '王芳',
  contactMobile: '19900000002',
  address: '示例市示例区示例路 1 号',
  manufacturer: '示例航空科技公司',
  productName: '六旋翼侦察无人机',
  model: 'SL-600',
  serialNo: 'SN20260001',
  upic: 'UPIC-0001',
  registerNo: 'UAS00000001',
  emptyWeight: 6.5,
  mtow: 12,
  payload: 3,
  endurance: 45,
  frequency: '2400～2476',
  pilotName: '赵强',
  pilotLicenseNo: 'P-0001',
  quantity: 3,
  region: '350203',
  stationPlace: '示例市应急装备仓库',
}

/** Completes answers with the first entry of each dictionary that the form asks for. */
function withChoices(form: FormModel, answers: Record<string, unknown>): Record<string, unknown> {
  const complete: Record<string, unknown> = {}
  for (const field of form.fields.filter((entry) => !entry.system)) {
    const items = model.dictionaries.find(({ name }) => name === field.dict)?.items ?? []
    const first = items.find(({ value }) => value !== '0')?.value
    const choice = field.type === 'dict-list' ? [first] : first
    const value = answers[field.name] ?? (field.required && first !== undefined ? choice : undefined)
    if (value !== undefined) complete[field.name] = value
  }
  return complete
}

export const publishing = (stage: Stage) =>
  describe('publishing forms', () => {
    let operator = ''

    async function call<T>(path: string, token: string, init: RequestInit = {}): Promise<T> {
      const answer = await fetch(`${stage.portal.url}${path}`, { ...init, headers: { token } })
      return ((await answer.json()) as { data: T }).data
    }

    beforeAll(async () => {
      const answer = await fetch(`${stage.portal.url}/newapi/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userName: 'demo-operator', password: DEMO_PASSWORD }),
      })
      operator = ((await answer.json()) as { data: { token: string } }).data.token
    })

    test('NAV-09 a member page redirects to sign-in and back, and a wrong password keeps the user name', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go('/demandPublish')
      expect(page.url()).toContain('/login?from=')
      await page.getByRole('textbox', { name: '用户名或手机号码' }).fill('demo-unit')
      await page.locator('input[type=password]').fill('not the password')
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await page.getByText('账号或密码不正确').first().waitFor()
      expect(await page.getByRole('textbox', { name: '用户名或手机号码' }).inputValue()).toBe('demo-unit')
      await page.locator('input[type=password]').fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await expect.poll(() => page.url()).toMatch(/#\/demandPublish$/)
      await settle(page)
      await page.reload()
      await settle(page)
      expect(page.url()).toMatch(/#\/demandPublish$/)
      await visitor.close()
    })

    test.each(walkedAt(1440).map((width, at) => [width, at === 0 ? 'demo-unit' : 'demo-science'] as const))(
      'a demand with errors is refused, and a valid demand is public only after approval, at %d px',
      async (width, userName) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        const form = formOf('demand')
        const answers = withChoices(form, { ...DEMAND, title: `${DEMAND.title}（${width}）` })
        await visitor.signIn(userName)
        await visitor.go('/demandPublish')

        await page.getByRole('button', { name: '下一步' }).click()
        const summary = page.getByRole('alert').filter({ hasText: '需要修改' })
        await summary.waitFor()
        await summary.getByRole('link').first().click()
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('demand-title')
        expect(await findViolations(page)).toEqual([])

        for (const step of form.steps) {
          await page.getByRole('heading', { name: step.title }).waitFor()
          await fillStep(page, model, form, answers)
          await page.getByRole('button', { name: '下一步' }).click()
        }
        await page.getByRole('heading', { name: '核对信息' }).waitFor()
        const review = await page.locator('.eq-review').textContent()
        for (const text of [answers.title, '数量2', '计量单位辆', '浙江省', '19900000001'])
          expect(review?.replaceAll(/\s/g, '')).toContain(String(text).replaceAll(' ', ''))
        expect(await findViolations(page)).toEqual([])
        await page.getByRole('button', { name: '提交' }).click()
        await page.getByText('需求已提交').waitFor()
        expect(await page.locator('.eq-receipt-number').textContent()).toMatch(/\d{6,}/)

        const search = `/newapi/demand/showlist?keyWord=${encodeURIComponent(`（${width}）`)}`
        const mine = await call<{ list: { id: string; title: string }[] }>(
          '/newapi/demand/list?status=pending&limit=50',
          operator,
        )
        const item = mine.list.find(({ title }) => title === answers.title)
        expect(item).toBeDefined()
        const hidden = await call<{ list: { title: string }[] }>(search, '')
        expect(hidden.list.map(({ title }) => title)).not.toContain(answers.title)
        await call(`/newapi/demand/online?id=${item?.id}`, operator)
        await visitor.go(`/needDetail?id=${item?.id}`)
        expect(await page.locator('main h1').textContent()).toBe(answers.title)
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )

    test('a declaration is resumed from its draft, corrected in the review and submitted once', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      const form = formOf('droneDeclaration')
      const answers = withChoices(form, DRONE)
      await visitor.signIn('demo-rescue')
      await visitor.go('/droneDeclaration')
      const [first, ...others] = form.steps
      await fillStep(page, model, form, answers)
      await page.getByRole('button', { name: '下一步' }).click()
      await page.getByRole('heading', { name: others[0]?.title ?? '' }).waitFor()
      await fillField(page, model, form, 'manufacturer', DRONE.manufacturer)
      await page.getByText('草稿已保存').waitFor()
      await page.goto('about:blank')

      await visitor.go('/droneDeclaration')
      await page.getByRole('button', { name: '继续填写' }).click()
      await page.getByRole('heading', { name: others[0]?.title ?? '' }).waitFor()
      await page.getByRole('button', { name: '上一步' }).click()
      await page.getByRole('heading', { name: first?.title ?? '' }).waitFor()
      expect(await page.locator('[id="droneDeclaration-orgName"]').inputValue()).toBe(DRONE.orgName)
      await page.getByRole('button', { name: '下一步' }).click()
      for (const step of others) {
        await page.getByRole('heading', { name: step.title }).waitFor()
        await fillStep(page, model, form, answers)
        await page.getByRole('button', { name: '下一步' }).click()
      }
      await page.getByRole('heading', { name: '核对信息' }).waitFor()
      await page.getByRole('button', { name: '修改性能参数' }).click()
      await fillField(page, model, form, 'endurance', 60)
      await page.getByRole('button', { name: '保存并返回核对' }).click()
      await page.getByRole('heading', { name: '核对信息' }).waitFor()
      expect(await page.locator('.eq-review').textContent()).toContain('60')
      await page.getByRole('button', { name: '提交' }).click()
      await page.getByText('申报已提交').waitFor()
      const number = await page.locator('.eq-receipt-number').textContent()

      await visitor.go('/home-page')
      await visitor.go('/droneDeclaration')
      await page.getByText('您已提交过').waitFor()
      expect(await page.locator('.eq-receipt-number').textContent()).toBe(number)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('SES-03 typed text stays when the session expires and the user signs in again', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-supplier')
      await visitor.go('/demandPublish')
      await page.locator('[id="demand-title"]').fill('会话到期时已经写好的标题')
      const token = await tokenOf(visitor)
      await call('/newapi/api/logout', token, { method: 'POST' })
      await page.locator('[id="demand-unit"], [id="demand-title"]').first().press('End')
      await page.locator('[id="demand-title"]').pressSequentially('了')
      await page.locator('dialog[open]').waitFor()
      await page.getByRole('textbox', { name: '用户名或手机号码' }).fill('demo-supplier')
      await page.locator('input[type=password]').fill(DEMO_PASSWORD)
      await page.locator('dialog[open]').getByRole('button', { name: '登录', exact: true }).click()
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      expect(page.url()).toMatch(/#\/demandPublish/)
      expect(await page.locator('[id="demand-title"]').inputValue()).toBe('会话到期时已经写好的标题了')
      await visitor.close()
    })
  })
