// Tests the nine registration types in the browser: form, receipt, review, correction, sign-in, drafts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { fieldId } from '#portal/features/form/engine/field-layout.ts'
import { ERRORS } from '#shared/calls/errors.ts'
import type { FormStep } from '#shared/model/content-model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import { hiddenFields, NOBODY } from '#shared/validation/visible-fields.ts'
import { seeded } from '../../shared/validation/random-schema.ts'
import { IS_LONG } from '../../support/long-run.ts'
import { model } from '../../support/portal-model.ts'
import { type Answers, validAnswers } from '../../support/valid-answers.ts'
import type { Stage } from '../support/browser-test.ts'
import { fillStep } from '../support/fill-form.ts'
import { findRawTexts, rawValuesOf } from '../support/find-raw-text.ts'
import { findViolations } from '../support/find-violations.ts'
import { launchProfile } from '../support/launch-browser.ts'
import { newPerson } from '../support/new-person.ts'
import { approve, signInBehind } from '../support/operator.ts'
import { giveSignIn, settle, type Visitor, visitIn } from '../support/visit.ts'

const pages = model.pages.filter(
  (page): page is FormPage => page.kind === 'form' && page.path.startsWith('/register/'),
)
const RAW_VALUES = rawValuesOf(model)
const longest = pages.reduce((one, other) =>
  other.form.fields.length > one.form.fields.length ? other : one,
)
/**
 * In the long run all. Every day one that is refused first and the longest have walks of their own, and that the portal
 * takes each of the nine, the server's tests prove.
 */
const walked = IS_LONG ? pages : []

function pageAt(path: string): FormPage {
  const page = pages.find((candidate) => candidate.path === path)
  if (!page) throw new Error(`no page ${path}`)
  return page
}

/** Somebody else for each seed, with all that the form asks for and some of what it leaves open. */
function personFor({ form }: FormPage, seed: number): Answers {
  const answers = validAnswers(seeded(seed), form, 0.25)
  const names = form.fields.map(({ name }) => name).filter((name) => name in answers)
  return Object.fromEntries(names.map((name) => [name, answers[name]]))
}

const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click()

/** Hands in a step with nothing in it: each field that must be given is named, at itself and above. */
async function refuseEmpty(page: Page, { form }: FormPage, step: FormStep, given: Answers): Promise<void> {
  const hidden = hiddenFields(form, given, NOBODY)
  const asked = form.fields.filter(
    ({ name, required }) => required && step.fields.includes(name) && !hidden.has(name),
  )
  if (asked.length === 0) return
  await next(page)
  const summary = page.getByRole('alert').filter({ hasText: `有 ${asked.length} 处需要修改` })
  await summary.waitFor()
  for (const { name, title } of asked) {
    const words = await page.locator(`[id="${fieldId(form.id, name)}-error"]`).textContent()
    expect(words, name).toMatch(/^请/)
    expect(words, name).toContain(title)
    await summary.getByRole('link', { name: words ?? '', exact: true }).waitFor()
  }
  await summary.getByRole('link').last().click()
  const last = fieldId(form.id, asked.at(-1)?.name ?? '')
  const isThere = (id: string) => document.activeElement?.closest(`[id="${id}"]`) !== null
  await expect.poll(() => page.evaluate(isThere, last)).toBe(true)
}

/** From the choice of type to the receipt; resolves with the number on it. */
async function register(visitor: Visitor, registration: FormPage, answers: Answers): Promise<string> {
  const { page } = visitor
  const { form } = registration
  await visitor.go('/register')
  await page.locator(`main a[href$="#${registration.path}"]`).click()
  await page.getByRole('heading', { level: 1, name: registration.title }).waitFor()
  const given: Record<string, unknown> = {}
  const hidden = hiddenFields(form, answers, NOBODY)
  for (const step of form.steps.filter(({ fields }) => fields.some((name) => !hidden.has(name)))) {
    await page.getByRole('heading', { level: 2, name: step.title }).waitFor()
    if (IS_LONG || registration === longest) await refuseEmpty(page, registration, step, given)
    await fillStep(page, model, form, answers)
    for (const name of step.fields) given[name] = answers[name]
    await next(page)
  }
  await page.getByRole('heading', { level: 2, name: '核对信息' }).waitFor()
  expect(await findRawTexts(page, RAW_VALUES)).toEqual([])
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByRole('alert').filter({ hasText: '请先阅读并同意' }).waitFor()
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByRole('heading', { name: registration.receipt.title }).waitFor()
  await page.locator('.eq-receipt').getByText('如有疑问，请联系：').waitFor()
  return (await page.locator('.eq-receipt-number').textContent()) ?? ''
}

async function enter(visitor: Visitor, { userName, password }: Answers): Promise<void> {
  await giveSignIn(visitor.page, String(userName), String(password))
}

export const registration = (stage: Stage) =>
  describe('registration', () => {
    let operator = ''
    beforeAll(async () => {
      operator = await signInBehind(stage.portal.url, 'demo-operator')
    })

    test('SES-08 the configuration has a registration page for each of the nine types', async () => {
      expect(pages).toHaveLength(9)
    })

    test.each(walked.map((page, index) => [page.title, page, index] as const))(
      'SES-08 %s leads from the choice of type to a receipt and a successful sign-in',
      async (_title, registration, index) => {
        const visitor = await stage.visit()
        const { page } = visitor
        const person = personFor(registration, 100 + index)
        const receiptNo = await register(visitor, registration, person)
        expect(receiptNo).toMatch(/^\d{14}$/)
        expect(await findViolations(page)).toEqual([])
        await page.getByRole('link', { name: '前往登录', exact: true }).click()
        await enter(visitor, person)
        if (registration.submit.operation !== 'auth.registerOrdinary') {
          await page.getByText(ERRORS.ACCOUNT_PENDING.message).first().waitFor()
          expect(page.url()).toContain('/login')
          await approve(stage.portal.url, operator, receiptNo)
          await page.getByRole('button', { name: '登录', exact: true }).click()
        }
        await expect.poll(() => page.url()).not.toContain('/login')
        await settle(page)
        const { orgName, forceName, realName, userName } = person
        const name = String(orgName ?? forceName ?? realName ?? userName)
        await page.getByRole('navigation', { name: '用户菜单' }).getByRole('button', { name }).waitFor()
        expect(visitor.problems.filter((problem) => !problem.includes('status of 400'))).toEqual([])
        await visitor.close()
      },
    )

    test('the authorization letter template prints without its print button', async () => {
      const visitor = await stage.visit({ width: 390 })
      const { page } = visitor
      await visitor.go('/authorizationLetter')
      const button = page.getByRole('button', { name: '打印', exact: true })
      await button.waitFor()
      expect(await findViolations(page)).toEqual([])
      await page.emulateMedia({ media: 'print' })
      expect(await button.isVisible()).toBe(false)
      expect(await page.getByText('统一社会信用代码').isVisible()).toBe(true)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('a rejected applicant sees the reason, resubmits the correction and signs in after approval', async () => {
      const registration = pageAt('/register/unit')
      const { form } = registration
      const person = personFor(registration, 600)
      const [applicant, examiner] = [await stage.visit(), await stage.visit()]
      const receiptNo = await register(applicant, registration, person)

      const desk = examiner.page
      await examiner.signIn('demo-operator')
      await examiner.go('/console/application')
      await desk.getByRole('searchbox', { name: '关键词' }).fill(receiptNo)
      await desk.getByRole('button', { name: '搜索', exact: true }).last().click()
      await desk.getByRole('link', { name: String(person.orgName) }).click()
      await desk.getByRole('heading', { level: 1, name: String(person.orgName) }).waitFor()
      await desk.getByRole('cell', { name: String(person.contactName), exact: true }).waitFor()
      expect(await findViolations(desk)).toEqual([])
      await desk.getByRole('button', { name: '退回' }).click()
      await desk.getByRole('textbox', { name: /原因/ }).fill('证照扫描件不清晰')
      await desk.getByRole('button', { name: '确定' }).click()
      await desk.getByText('未通过', { exact: true }).first().waitFor()

      const { page } = applicant
      await applicant.go('/login')
      await enter(applicant, person)
      await page.getByRole('alert').filter({ hasText: '证照扫描件不清晰' }).waitFor()
      await page.getByRole('link', { name: '修改并重新提交' }).click()
      await page.getByText(`受理编号 ${receiptNo}`).waitFor()
      for (const step of form.steps.slice(1)) {
        await page.getByRole('heading', { level: 2, name: step.title }).waitFor()
        if (step.fields.includes('orgName'))
          expect(await page.locator(`[id="${fieldId(form.id, 'orgName')}"]`).inputValue()).toBe(
            person.orgName,
          )
        await next(page)
      }
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('button', { name: '提交' }).click()
      await page.getByText('已重新提交').waitFor()
      expect(await page.locator('.eq-receipt-number').textContent()).toBe(receiptNo)

      await desk.reload()
      await settle(desk)
      await desk.getByRole('button', { name: '通过', exact: true }).click()
      await desk.getByRole('button', { name: '确定' }).click()
      await desk.getByText('正常', { exact: true }).first().waitFor()
      await applicant.go('/login')
      await enter(applicant, person)
      await expect.poll(() => page.url()).not.toContain('/login')
      expect(examiner.problems).toEqual([])
      await Promise.all([applicant.close(), examiner.close()])
    })

    test('a registered user name shows an error while typing, and a wrong SMS code is reported at its field', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      const registration = pageAt('/register/ordinary')
      const { form } = registration
      const earlier = await newPerson(stage.portal.url, model, 400)
      const person = personFor(registration, 401)
      const place = (name: string) => page.locator(`[id="${fieldId(form.id, name)}"]`)
      const errorOf = (name: string) => page.locator(`[id="${fieldId(form.id, name)}-error"]`)
      await visitor.go(registration.path)
      for (const name of ['userName', 'mobile'] as const) {
        await place(name).fill(earlier[name])
        await errorOf(name).filter({ hasText: '已被注册，请更换' }).waitFor()
      }
      await fillStep(page, model, form, person)
      await place('smsCode').fill('000000')
      await next(page)
      const summary = page.getByRole('alert').filter({ hasText: '有 1 处需要修改' })
      await summary.getByRole('link', { name: /短信验证码/ }).click()
      expect(await errorOf('smsCode').textContent()).toMatch(/短信验证码不正确/)
      expect(await page.evaluate(() => document.activeElement?.id)).toBe(fieldId(form.id, 'smsCode'))
      await visitor.close()
    })

    test('the longest registration form is submitted on a phone, and its receipt survives a reload', async () => {
      const visitor = await stage.visit({ width: 390, height: 844 })
      const { page } = visitor
      const receiptNo = await register(visitor, longest, personFor(longest, 200))
      expect(receiptNo).toMatch(/^\d{14}$/)
      expect(await findViolations(page)).toEqual([])
      const receipt = page.locator('.eq-receipt')
      const words = await receipt.textContent()
      await page.reload()
      await settle(page)
      expect(await receipt.textContent(), 'the receipt survives a reload').toBe(words)
      expect(words).toContain('待审核')
      expect(await receipt.getByRole('img', { name: '进度查询地址的二维码' }).isVisible()).toBe(true)
      expect(await findRawTexts(page, RAW_VALUES)).toEqual([])
      await visitor.close()
    })

    test('a half-filled registration form is restored after a browser restart, without password and code', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'equipnet-profile-'))
      const person = personFor(longest, 300)
      const [first, second] = longest.form.steps
      if (!first || !second) throw new Error('the longest form has two steps at least')
      const open = async () => visitIn(await launchProfile(folder), stage.portal.url)
      try {
        const before = await open()
        await before.go(longest.path)
        await fillStep(before.page, model, longest.form, person)
        await next(before.page)
        await before.page.getByRole('heading', { level: 2, name: second.title }).waitFor()
        await before.page.getByText('草稿已保存').waitFor()
        await before.close()

        const after = await open()
        await after.go(longest.path)
        await after.page.getByRole('button', { name: '继续填写' }).click()
        const control = (name: string) => after.page.locator(`[id="${fieldId(longest.form.id, name)}"]`)
        expect(await control('userName').inputValue()).toBe(person.userName)
        expect(await control('mobile').inputValue()).toBe(person.mobile)
        expect(await control('password').inputValue()).toBe('')
        expect(await control('smsCode').inputValue()).toBe('')
        await after.close()
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })
  })
