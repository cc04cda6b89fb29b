// Owns filling in a generated form the way a person does: by what each field looks like.
import type { Locator, Page } from 'playwright-core'
import { fieldId } from '../../../src/portal/forms/field-layout.ts'
import type { Field, FormModel, Model } from '../../../src/shared/model.ts'

export type Answers = Readonly<Record<string, unknown>>

function labelsOf(model: Model, field: Field, value: unknown): string[] {
  const items = model.dictionaries.find(({ name }) => name === field.dict)?.items ?? []
  const values = Array.isArray(value) ? value : [value]
  return values.map((one) => items.find((item) => item.value === one)?.label ?? String(one))
}

async function fillRegion(control: Locator, code: string): Promise<void> {
  const levels = control.locator('select')
  for (const [level, length] of [2, 4, 6].entries()) {
    if (code.length < length) return
    await levels.nth(level).selectOption(code.slice(0, length))
  }
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
  const control = page.locator(`[id="${fieldId(form.id, name)}"]`)
  if (field.type === 'region') return fillRegion(control, String(value))
  const tag = await control.evaluate((element) => element.tagName)
  if (tag === 'SELECT') await control.selectOption({ label: labelsOf(model, field, value)[0] ?? '' })
  else if (tag === 'INPUT' || tag === 'TEXTAREA') {
    if (field.type === 'boolean') await control.setChecked(value === true)
    else await control.fill(String(value))
  } else
    for (const label of labelsOf(model, field, value))
      await control.getByLabel(label, { exact: true }).check()
}

/** Fills what `answers` hold of the step on the screen. */
export async function fillStep(page: Page, model: Model, form: FormModel, answers: Answers): Promise<void> {
  for (const name of Object.keys(answers)) {
    const control = page.locator(`[id="${fieldId(form.id, name)}"]`)
    if ((await control.count()) > 0) await fillField(page, model, form, name, answers[name])
  }
}
