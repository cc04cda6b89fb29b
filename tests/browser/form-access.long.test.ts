// Tests the accessibility of every form at each width, with dialogs and popups open.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { isInAudience, type Role } from '#shared/access/roles.ts'
import type { FormStep } from '#shared/model/content-model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import { hiddenFields, NOBODY } from '#shared/validation/visible-fields.ts'
import { seeded } from '../shared/validation/random-schema.ts'
import { IS_LONG } from '../support/long-run.ts'
import { model } from '../support/portal-model.ts'
import { PNG } from '../support/real-files.ts'
import { askerAs, ROLES } from '../support/roles.ts'
import { type Answers, validAnswers } from '../support/valid-answers.ts'
import { describeWithPictures } from './support/browser-test.ts'
import { fillStep } from './support/fill-form.ts'
import { findViolations, SHELL } from './support/find-violations.ts'
import { DIALOG, openersIn, POPUPS, within } from './support/form-popups.ts'
import { giveSignIn, settle, type Visitor } from './support/visit.ts'
import { WIDTHS } from './support/widths.ts'

/** A list of more entries than this is searched. */
const MANY = 12

const MEMBERS: readonly Role[] = ['unit', 'operator', ...ROLES]

function memberFor({ access, id }: FormPage): Role | null {
  if (access.includes('anyone')) return null
  const found = MEMBERS.find((role) => isInAudience(askerAs(role, 'x'), access))
  if (!found) throw new Error(`no demo account may open ${id}`)
  return found
}

/** Forms of the console stand on one page. */
function asOneStep(page: FormPage): FormPage {
  const fields = page.form.steps.flatMap((step) => step.fields)
  return { ...page, form: { ...page.form, steps: [{ title: page.form.steps[0]?.title ?? '', fields }] } }
}

/** Pages that open without an item; those of edit pages are drawn by the same forms, and are looked at with pages. */
const open = model.pages
  .filter(
    (page): page is FormPage =>
      page.kind === 'form' && !Object.values(page.params).some(({ required }) => required),
  )
  .map((page) => (page.surface === 'console' && !page.review ? asOneStep(page) : page))
/** The first page of each form; the long run has each page. */
const pages = IS_LONG
  ? open
  : [...new Map([...open].reverse().map((page) => [page.form.id, page] as const)).values()]

interface Place {
  readonly page: FormPage
  /** Index of the last step to look at. */
  readonly step: number
}

const long = new Set(model.dictionaries.filter(({ items }) => items.length > MANY).map(({ name }) => name))

/** What is drawn and opened on the first steps of the form. */
function featuresOf({ page: { form, preview }, step }: Place): readonly string[] {
  const names = form.steps.slice(0, step + 1).flatMap(({ fields }) => fields)
  const drawn = form.fields
    .filter(({ name }) => names.includes(name))
    .map(({ name, dict = '' }) => `${form.inputs[name]?.widget}${long.has(dict) ? ', long' : ''}`)
  return [...drawn, ...(preview ? ['preview'] : [])]
}

/** What axe takes to look at a field, against opening one more form. */
const OPENING = 6

/** Few steps that together show each widget once, short ways to them and short forms first. */
function chosenPlaces(): readonly Place[] {
  const all = pages.flatMap((page) => page.form.steps.map((_, step): Place => ({ page, step })))
  const seen = new Set<string>()
  const isNew = (place: Place) => [...new Set(featuresOf(place))].filter((name) => !seen.has(name))
  const worth = (place: Place) => isNew(place).length / (featuresOf(place).length + OPENING)
  const chosen = new Map<FormPage, Place>()
  for (const depth of [0, 1, 2, 3, 4]) {
    const near = all.filter(({ step }) => step === depth)
    for (;;) {
      const [best] = near.sort((one, other) => worth(other) - worth(one))
      if (!best || isNew(best).length === 0) break
      for (const name of featuresOf(best)) seen.add(name)
      chosen.set(best.page, best)
    }
  }
  return [...chosen.values()]
}

const places = IS_LONG ? pages.map((page): Place => ({ page, step: page.form.steps.length })) : chosenPlaces()

/** What has room on a phone has it anywhere, and forms as they come are looked at with pages: everyday runs stay there. */
const LOOKED_WIDTHS = IS_LONG ? WIDTHS : [390]

async function judge(page: Page, where: string, found: string[]): Promise<void> {
  for (const line of await findViolations(page, { without: SHELL, contrast: 'also' }))
    found.push(`${where}: ${line}`)
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (over > 0) found.push(`${where}: ${over} px wider than the screen`)
  for (const popup of await page.locator(`.ant-select-dropdown:visible, .eq-date-popup, ${DIALOG}`).all()) {
    const { x, width } = (await popup.boundingBox()) ?? { x: 0, width: 0 }
    if (x < 0 || x + width > (page.viewportSize()?.width ?? 0))
      found.push(`${where}: opens beside the screen`)
  }
}

/** Popups of everyday runs that were looked at on an earlier form. */
const known = new Set<string>()

/** The widget that a control of the form belongs to, such as the one of which a list is opened. */
async function widgetOf({ form }: FormPage, control: Locator): Promise<string> {
  const id = (await control.getAttribute('id')) ?? ''
  return form.inputs[id.replace(`${form.id}-`, '')]?.widget ?? ''
}

/** The form as it stands, and with each kind of popup open, and those that open in these. */
async function judgeWithPopups(page: Page, of: FormPage, scope: Locator, where: string, found: string[]) {
  await judge(page, where, found)
  const seen = IS_LONG ? new Set<string>() : known
  for (const popup of POPUPS) {
    for (const opener of await openersIn(scope, popup)) {
      const kind = `${popup.name} ${await widgetOf(of, opener)} ${page.viewportSize()?.width}`
      // Each row of the long run has fields of its own.
      if (seen.has(kind) && !(IS_LONG && popup.isForm)) continue
      seen.add(kind)
      const look = () =>
        popup.isForm
          ? judgeWithPopups(page, of, page.locator(DIALOG).last(), `${where}, ${kind}`, found)
          : judge(page, `${where}, ${kind}`, found)
      await within(page, popup, opener, look)
    }
  }
}

/** At each width the step as it comes, with its popups, and as it is once it was refused. */
async function judgeStep(page: Page, of: FormPage, step: FormStep, given: Answers, found: string[]) {
  const main = page.locator('main')
  for (const width of LOOKED_WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await judgeWithPopups(page, of, main, `${of.path} ${step.title} ${width}`, found)
  }
  const hidden = hiddenFields(of.form, given, NOBODY)
  const isAsking = of.form.fields.some(
    ({ name, required }) => required && step.fields.includes(name) && !hidden.has(name),
  )
  // What is loaded with the form is not empty.
  if (!isAsking || of.load) return
  await page.locator('.eq-form-actions button[type=submit]').click()
  await page.locator('.eq-summary').waitFor()
  for (const width of LOOKED_WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await judge(page, `${of.path} ${step.title} refused ${width}`, found)
  }
}

/** From the first step to the wanted one; the number of steps stands for the answers looked over. */
async function walk(visitor: Visitor, { page: of, step: last }: Place, seed: number): Promise<string[]> {
  const { page } = visitor
  const { form } = of
  const found: string[] = []
  const answers = validAnswers(seeded(seed), form, 0)
  const given: Record<string, unknown> = {}
  const hidden = hiddenFields(form, answers, NOBODY)
  await page.setViewportSize({ width: 1440, height: 900 })
  const from = model.pages.find(({ path }) => path === of.onlyFrom)
  await visitor.goAfresh((from ?? of).path)
  if (from) await page.locator(`main a[href="#${of.path}"]`).first().click()
  await page.locator('.eq-form').waitFor()
  for (const [index, step] of form.steps.entries()) {
    if (!step.fields.some((name) => !hidden.has(name))) continue
    if (form.steps.length > 1) await page.getByRole('heading', { level: 2, name: step.title }).waitFor()
    await settle(page)
    await judgeStep(page, of, step, given, found)
    if (index >= last || form.steps.length === 1) return found
    await page.setViewportSize({ width: 1440, height: 900 })
    await fillStep(page, model, form, answers)
    for (const name of step.fields) given[name] = answers[name]
    await page.locator('.eq-form-actions button[type=submit]').click()
  }
  await page.getByRole('heading', { level: 2, name: '核对信息' }).waitFor()
  for (const width of LOOKED_WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await judge(page, `${of.path} 核对信息 ${width}`, found)
  }
  return found
}

describeWithPictures('every form', (stage) => {
  const members = new Map<Role | null, Visitor>()

  beforeAll(async () => {
    for (const role of new Set(places.map(({ page }) => memberFor(page)))) {
      const visitor = await stage.visit()
      if (role) await visitor.signIn(`demo-${role}`)
      members.set(role, visitor)
    }
  })

  test('the checked form steps together contain every widget in use', () => {
    const all = pages.flatMap((page) => featuresOf({ page, step: page.form.steps.length }))
    expect([...new Set(places.flatMap(featuresOf))].sort()).toEqual([...new Set(all)].sort())
  })

  test.concurrent.each(places.map((place, index) => [place.page.path, place, index] as const))(
    'has no accessibility violation or overflow, with its popups open: %s',
    async (_, place, index) => {
      const within = members.get(memberFor(place.page))?.context
      if (!within) throw new Error('nobody is signed in')
      const visitor = await stage.visit({ within })
      expect(await walk(visitor, place, 700 + index)).toEqual([])
      expect(visitor.problems).toEqual([])
      await visitor.close()
    },
    IS_LONG ? 600_000 : 240_000,
  )

  async function judgeAtEachWidth({ page }: Visitor, where: string): Promise<void> {
    const found: string[] = []
    for (const width of LOOKED_WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await judge(page, `${where} ${width}`, found)
    }
    expect(found).toEqual([])
  }

  test('pictures, refused files and the leave dialog of a form have no accessibility violation', async () => {
    const visitor = await stage.visit()
    const { page } = visitor
    await visitor.signIn('demo-operator')
    await visitor.goAfresh('/console/news/new')
    const picture = { name: '现场.png', mimeType: 'image/png', buffer: PNG }
    await page.getByLabel('选择要插入的图片').setInputFiles(picture)
    await page.locator('.eq-editor-text img').waitFor()
    const papers = page.locator('[id="news-attachments"]')
    await papers.locator('input[type=file]').setInputFiles([picture, { ...picture, name: '程序.exe' }])
    await papers.getByRole('alert').waitFor()
    await papers.getByRole('button', { name: /移除.*第 1 份/ }).waitFor()
    await settle(page)
    await judgeAtEachWidth(visitor, 'files')
    // What was kept as a draft meanwhile is not asked about.
    await page.locator('[id="news-title"]').fill('大流量排水抢险车交付使用')
    await page.evaluate(() => {
      location.hash = '#/home-page'
    })
    await page.getByRole('dialog', { name: '内容尚未保存' }).waitFor()
    await judgeAtEachWidth(visitor, 'leaving')
    await visitor.close()
  })

  test('the captcha after failed sign-ins has no accessibility violation', async () => {
    const visitor = await stage.visit()
    const { page } = visitor
    await visitor.goAfresh('/login')
    const captcha = page.locator('.eq-captcha')
    for (let attempt = 0; attempt < 6 && !(await captcha.isVisible()); attempt += 1) {
      await giveSignIn(page, 'nobody-knows', `wrong-password-${attempt}`)
      await settle(page)
    }
    const picture = captcha.locator('img')
    const first = await picture.getAttribute('src')
    await page.getByRole('button', { name: '换一张' }).click()
    await expect.poll(() => picture.getAttribute('src')).not.toBe(first)
    const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)
    await expect.poll(width).toBeGreaterThan(0)
    await judgeAtEachWidth(visitor, 'captcha')
    await visitor.close()
  })

  test('the visual and the spoken captcha of the SMS sign-in have no accessibility violation', async () => {
    const visitor = await stage.visit()
    const { page } = visitor
    await visitor.goAfresh('/login?way=sms')
    await page.getByLabel('手机号码').fill('13800138000')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByRole('img', { name: /图形验证码/ }).waitFor()
    await judgeAtEachWidth(visitor, 'sms-captcha')
    await page.getByRole('button', { name: '看不清？改听语音验证码' }).click()
    const player = page.locator('audio')
    const length = () => player.evaluate((audio) => (audio as HTMLAudioElement).duration)
    await expect.poll(length).toBeGreaterThan(2)
    await judgeAtEachWidth(visitor, 'spoken-captcha')
    await visitor.close()
  })
})
