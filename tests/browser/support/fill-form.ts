// Fills in a generated form the way a person does: by what each field looks like.
import type { Locator, Page } from 'playwright-core'
import { fieldId } from '#portal/features/form/engine/field-layout.ts'
import { localTimeAt } from '#shared/formats/portal-time.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'
import { hearCaptcha } from '../../support/hear-captcha.ts'
import { attach } from './papers.ts'

export type Answers = Readonly<Record<string, unknown>>

const A_MINUTE = 65_000
const UPLOADS = new Set(['upload', 'image'])

function labelsOf(model: Model, field: Field, value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.map((one) => labelOf(model, field.dict ?? '', one))
}

function labelOf(model: Model, dict: string, value: unknown): string {
  const items = model.dictionaries.find(({ name }) => name === dict)?.items ?? []
  return items.find((item) => item.value === value)?.label ?? String(value)
}

async function fillRegion(control: Locator, code: string): Promise<void> {
  const levels = control.locator('select')
  for (const [level, length] of [2, 4, 6].entries()) {
    if (code.length < length) return
    await levels.nth(level).selectOption(code.slice(0, length))
  }
}

/** The controls of a nested value, by their ids. */
async function fillNested(
  page: Page,
  model: Model,
  id: string,
  schema: JsonSchema,
  value: unknown,
): Promise<void> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  for (const [name, entry] of Object.entries((value ?? {}) as Answers)) {
    const control = page.locator(`[id="${id}-${name}"]`)
    const { enum: choices, 'x-dict': dict } = properties[name] ?? {}
    await control.waitFor()
    if ((await control.getAttribute('role')) === 'combobox')
      await pick(control, [labelOf(model, String(dict), entry)])
    else if (choices) await control.selectOption(String(entry))
    else await control.fill(String(entry))
  }
}

async function fillRows(
  page: Page,
  model: Model,
  control: Locator,
  id: string,
  field: Field,
  rows: unknown,
): Promise<void> {
  for (const [index, row] of (rows as readonly unknown[]).entries()) {
    await control.getByRole('button', { name: '添加一行' }).click()
    await fillNested(page, model, `${id}-${index}`, field.schema.items as JsonSchema, row)
    const dialog = page.getByRole('dialog', { name: field.title })
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
}

async function fillTags(control: Locator, tags: unknown): Promise<void> {
  for (const tag of tags as readonly string[]) {
    await control.fill(tag)
    await control.press('Enter')
  }
}

/** Asks for the code, as the demonstration shows it, and types it. */
async function proveMobile(page: Page, control: Locator, id: string): Promise<void> {
  const field = page.locator('.eq-field', { has: page.locator(`[id="${id}"]`) })
  const ask = field.getByRole('button', { name: /获取验证码|重新发送/ })
  const said = field.getByText(/验证码为 \d{6}|操作过于频繁/)
  const solve = async () => {
    const spoken = page.waitForResponse((answer) => answer.url().includes('/captcha.wav'))
    await field.getByRole('button', { name: '看不清？改听语音验证码' }).click()
    const digits = hearCaptcha(await (await spoken).body())
    await field.getByRole('textbox', { name: '语音验证码' }).fill(digits)
    await field.getByRole('button', { name: '发送验证码' }).click()
  }
  await ask.click()
  await solve()
  // A number gets one code a minute: the button counts down until the next.
  if (/过于频繁/.test((await said.textContent()) ?? '')) {
    await ask.click({ timeout: A_MINUTE })
    await solve()
  }
  const word = await field.getByText(/验证码为 \d{6}/).textContent()
  await control.fill(/\d{6}(?!.*\d{6})/.exec(word ?? '')?.[0] ?? '')
}

export async function fillField(
  page: Page,
  model: Model,
  form: FormModel,
  name: string,
  value: unknown,
): Promise<void> {
  const field = form.fields.find((candidate) => candidate.name === name)
  if (!field) throw new Error(`the form ${form.id} has no field ${name}`)
  const id = fieldId(form.id, name)
  const control = page.locator(`[id="${id}"]`)
  const widget = form.inputs[name]?.widget ?? ''
  if (field.type === 'region') return fillRegion(control, String(value))
  if (UPLOADS.has(widget)) return attach(control, field, [value].flat().length)
  if (widget === 'array-table') return fillRows(page, model, control, id, field, value)
  if (widget === 'object') return fillNested(page, model, id, field.schema, value)
  if (widget === 'tags') return fillTags(control, value)
  if (widget === 'sms-code') return proveMobile(page, control, id)
  if (field.type === 'boolean' && (await control.getAttribute('role')) === 'radiogroup')
    return control.getByLabel(value === true ? '是' : '否', { exact: true }).check()
  const tag = await control.evaluate((element) =>
    (element as HTMLElement).isContentEditable ? 'INPUT' : element.tagName,
  )
  if (field.ref) return pickFirst(page, control)
  if ((await control.getAttribute('role')) === 'combobox') return pick(control, labelsOf(model, field, value))
  if (tag === 'SELECT') await control.selectOption({ label: labelsOf(model, field, value)[0] ?? '' })
  else if (tag === 'INPUT' || tag === 'TEXTAREA') {
    if (field.type === 'boolean') await control.setChecked(value === true)
    else if (field.schema.format === 'date-time')
      await control.fill(localTimeAt(Date.parse(String(value))).slice(0, 16))
    else await control.fill(String(value))
  } else
    for (const label of labelsOf(model, field, value))
      await control.getByLabel(label, { exact: true }).check()
}

/** In a searchable list: typed, and taken by Enter. */
async function pick(control: Locator, labels: readonly string[]): Promise<void> {
  for (const label of labels) {
    await control.fill(label)
    await control.press('Enter')
  }
  // One choice closes the list.
  if (labels.length > 1) await control.press('Escape')
}

/** Of what the portal holds, whatever the made-up answer says. */
async function pickFirst(page: Page, control: Locator): Promise<void> {
  // Until its code is there, something else stands in its place.
  const picker = control.and(page.getByRole('combobox'))
  await picker.click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
}

/** Fills what `answers` hold of the step on the screen. */
export async function fillStep(page: Page, model: Model, form: FormModel, answers: Answers): Promise<void> {
  // Controls with code of their own come a moment later; until then they are no fields of the step.
  await page.waitForFunction(() => document.querySelector('main .eq-skeleton') === null)
  for (const name of Object.keys(answers)) {
    const control = page.locator(`[id="${fieldId(form.id, name)}"]`)
    if ((await control.count()) > 0) await fillField(page, model, form, name, answers[name])
  }
}
