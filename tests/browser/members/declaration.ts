// Tests the radio declaration: receipt, return with a field comment, correction, approval, change.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FormModel } from '#shared/model/content-model.ts'
import { model } from '../../support/portal-model.ts'
import type { Stage } from '../support/browser-test.ts'
import { fillField, fillStep } from '../support/fill-form.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import { settle, type Visitor } from '../support/visit.ts'
import { walkedAt } from '../support/widths.ts'

const FORM = model.forms.find(({ id }) => id === 'radioDeclaration') as FormModel

const ANSWERS = {
  orgName: '示例市应急救援支队',
  uscc: '91350100M000100Y43',
  deptType: '1',
  contactName: '王芳',
  contactMobile: '19900000002',
  address: '示例市示例区示例路 1 号',
  applyType: '1',
  stationName: '示例市现场指挥中继台',
  stationType: '3',
  serviceType: '1',
  enableDate: '2026-03-01',
  usePeriodStart: '2026-03-01',
  usePeriodEnd: '2029-02-28',
  needCallSign: true,
  region: '350203',
  sitePlace: '示例山微波站机房',
  equipModel: 'RP-370',
  manufacturer: '示例通信设备有限公司',
  typeApproval: '2023FP0001',
  equipNo: 'RP370-230188',
  quantity: 2,
  txFreq: '370.0125',
  rxFreq: '360.0125',
  bandwidth: 12.5,
  txPower: 40,
  workMode: '3',
  antennaType: '1',
  purpose: '用于现场应急指挥调度，公网中断时保持三级通联。',
}
const REMARK = '与核准证上的不一致'
const WORDS = '设备出厂号与核准证不一致，请核对后补正'

export const declaration = (stage: Stage) =>
  describe('radio declaration', () => {
    const picture = async (page: Page, name: string) => {
      const folder = process.env.DECLARATION_PICTURES
      if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
    }
    let operator: Visitor
    beforeAll(async () => {
      operator = await stage.visit()
      await operator.signIn('demo-operator')
    })
    afterAll(() => operator?.close())

    async function take(step: string, words?: string, remark?: readonly [string, string]): Promise<void> {
      const { page } = operator
      await page.getByRole('button', { name: step, exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      if (words) await dialog.getByRole('textbox').fill(words)
      if (remark) {
        await dialog.getByRole('button', { name: '添加一处' }).click()
        await dialog.getByLabel('第 1 处需要修改的内容').selectOption({ label: remark[0] })
        await dialog.getByLabel('第 1 处的修改要求').fill(remark[1])
        expect(await findViolations(page)).toEqual([])
        await picture(page, 'remark')
      }
      await dialog.getByRole('button', { name: /^确定/ }).click()
      await dialog.waitFor({ state: 'hidden' })
      await settle(page)
    }

    /** From the first step through the check of the answers. */
    async function handIn(page: Page): Promise<void> {
      for (const { title } of FORM.steps) {
        await page.getByRole('heading', { name: title, exact: true }).waitFor()
        await page.getByRole('button', { name: '下一步' }).click()
      }
      await page.getByRole('heading', { name: '核对信息' }).waitFor()
      await page.getByRole('button', { name: '提交' }).click()
      await page.locator('.eq-receipt').waitFor()
    }

    /** From the list above the form to the field, until what was said of it is done. */
    async function mend(page: Page, before: string): Promise<void> {
      await page.getByRole('heading', { name: '有 1 处需要修改' }).waitFor()
      await page.getByRole('button', { name: '前往设备出厂号' }).click()
      const field = page.getByRole('textbox', { name: /^设备出厂号/ })
      await field.waitFor()
      const note = page.getByRole('note').filter({ hasText: REMARK })
      expect(await note.textContent()).toContain('需要修改')
      expect(await field.getAttribute('aria-describedby')).toContain(await note.getAttribute('id'))
      await picture(page, `remarked-${page.viewportSize()?.width}`)
      expect(await findViolations(page)).toEqual([])
      await field.fill(`${before}-1`)
      await page.getByRole('heading', { name: '要求修改的内容均已修改，可以提交' }).waitFor()
      expect(await note.textContent()).toContain('已修改')
      await page
        .getByRole('button', { name: FORM.steps[0]?.title ?? '' })
        .first()
        .click()
    }

    test('NAV-06 redirects /wirelessRadio to /declaration-page, whose link requires visitors to sign in', async () => {
      const guest = await stage.visit()
      await guest.go('/wirelessRadio')
      expect(guest.page.url()).toContain('#/declaration-page')
      await guest.page.getByText('2030-12-31 截止').waitFor()
      await guest.page.getByRole('link', { name: '无线电申报' }).first().click()
      await guest.page.waitForURL(/#\/login\?from=%2FwirelessRadio/)
      expect(guest.problems).toEqual([])
      await guest.close()
    })

    const DECLARANTS = [
      { width: 1440, who: 'demo-unit', equipNo: 'RP370-230188' },
      { width: 390, who: 'demo-fireControl', equipNo: 'RP370-230199' },
    ]
    test.each(DECLARANTS.filter(({ width }) => walkedAt(390).includes(width)))(
      'is submitted, returned with a field comment, corrected, approved and changed at $width px',
      async ({ width, who, equipNo }) => {
        const declarant = await stage.visit({ width })
        const { page } = declarant
        await declarant.signIn(who)
        await declarant.go('/declaration-page')
        await page.getByRole('main').getByRole('link', { name: '无线电申报' }).click()
        await page.waitForURL(/#\/wirelessRadio/)
        for (const step of FORM.steps) {
          await page.getByRole('heading', { name: step.title, exact: true }).waitFor()
          const given = Object.fromEntries(
            Object.entries({ ...ANSWERS, equipNo }).filter(([name]) => step.fields.includes(name)),
          )
          await fillStep(page, model, FORM, { ...given })
          if (step === FORM.steps[1]) await picture(page, `form-${width}`)
          await page.getByRole('button', { name: '下一步' }).click()
        }
        await page.getByRole('heading', { name: '核对信息' }).waitFor()
        await page.getByRole('button', { name: '提交' }).click()
        const number = String(await page.locator('.eq-receipt-number').textContent())
        expect(number).toMatch(/^SB-\d{4}-\d{6}$/)
        await picture(page, `receipt-${width}`)

        const token = await signInBehind(stage.portal.url, 'demo-operator')
        const path = '/operator/radioDeclaration/manage?status=submitted'
        const { list } = await callPortal<{ list: { id: string; declareNo: string }[] }>(
          stage.portal.url,
          path,
          token,
        )
        const desk = `/console/radioDeclaration/item?id=${list.find(({ declareNo }) => declareNo === number)?.id}`
        await operator.go(desk)
        await operator.page.getByText(number).first().waitFor()
        await take('退回补正', WORDS, ['设备出厂号', REMARK])

        await declarant.go('/myRadioDeclaration')
        await page.getByText(WORDS).first().waitFor()
        await picture(page, `returned-${width}`)
        expect(await findViolations(page)).toEqual([])
        await declarant.go('/declaration-page')
        await page.getByText('已退回').waitFor()
        await picture(page, `home-${width}`)
        await page.getByRole('main').getByRole('link', { name: '无线电申报' }).click()
        await page.waitForURL(/#\/myRadioDeclaration/)
        await page.getByRole('link', { name: '修改申报' }).click()
        await page.getByText(WORDS).waitFor()
        await mend(page, equipNo)
        await picture(page, `mended-${width}`)
        await handIn(page)
        expect(await page.locator('.eq-receipt-number').textContent()).toBe(number)

        await operator.goAfresh(desk)
        await take('审核通过')
        await declarant.go('/myRadioDeclaration')
        await page.getByText('已办结').first().waitFor()
        await page.getByRole('link', { name: '申请变更' }).click()
        await page.getByRole('heading', { name: FORM.steps[0]?.title ?? '', exact: true }).waitFor()
        await fillField(page, model, FORM, 'address', '示例市示例区示例路 2 号')
        await handIn(page)
        await picture(page, `changed-${width}`)
        await page.getByText('变更申请已提交').waitFor()
        expect(declarant.problems).toEqual([])
        await declarant.close()
      },
    )
  })
