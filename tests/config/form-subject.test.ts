// Tests the subject of a form page: the parent item that its address names.
import { expect, test } from 'vitest'
import type { FormPage } from '#shared/model/pages/form.ts'
import { model } from '../support/portal-model.ts'

const forms = model.pages.filter((page): page is FormPage => page.kind === 'form')
const typeOf = ({ submit }: FormPage) => {
  const operation = model.operations.find(({ id }) => id === submit.operation)
  return model.contentTypes.find(({ name }) => name === operation?.content?.type)
}

test('a form page whose address names the parent item has that item as its subject', () => {
  const about = Object.fromEntries(
    forms.flatMap(({ id, subject }) => (subject ? [[id, [subject.title, subject.open.page]]] : [])),
  )
  expect(about).toMatchObject({
    'intention/publish': ['装备', 'equipment/detail'],
    'intention/talk': ['采购意向', 'intention/detail'],
    'scheme/publish': ['装备需求', 'demand/detail'],
  })
  for (const page of forms.filter(({ subject }) => subject)) {
    const name = typeOf(page)?.parent ?? ''
    expect(page.params[name]?.required, page.id).toBe(true)
    expect(Object.values(page.subject?.source.params ?? {}), page.id).toEqual([`{query.${name}}`])
    expect(page.subject?.source.method, page.id).toBe('GET')
  }
})

test('a form page that executes a transition of the parent sends the revision of the parent', () => {
  const deciding = forms.filter(({ subject }) => subject?.decides)
  expect(deciding.map(({ id }) => id)).toContain('intention/agree')
  for (const page of deciding) {
    expect(typeOf(page)?.takes, page.id).toBeDefined()
    const { body } = model.operations.find(({ id }) => id === page.submit.operation) ?? {}
    expect(body?.properties, page.id).toHaveProperty('revision')
  }
})

test('a form page under a parent that may refuse submissions names the submitted type', () => {
  const refusable = forms.filter(({ subject }) => subject?.submits)
  expect(refusable.map(({ id }) => id)).toContain('scheme/publish')
  for (const page of refusable) expect(page.subject?.submits, page.id).toBe(typeOf(page)?.name)
})

test('the subject of a form page shows stored fields and a picture of the item, no system fields', () => {
  for (const { id, subject } of forms)
    for (const { field } of subject?.facts ?? []) expect(field.system, `${id} ${field.name}`).toBe(false)
  const { subject } = forms.find(({ id }) => id === 'intention/publish') ?? {}
  expect(subject?.facts.map(({ field }) => field.name)).toEqual(['equipmentType', 'companyId'])
  expect(subject?.picture, 'beside its name').toBeDefined()
})
