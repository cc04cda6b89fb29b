// Checks what a form says it is about: where the address names the item above, its page's own reading of it.
import { expect, test } from 'vitest'
import type { FormPage } from '#shared/model/pages/form.ts'
import { model } from '../support/portal-model.ts'

const forms = model.pages.filter((page): page is FormPage => page.kind === 'form')
const typeOf = ({ submit }: FormPage) => {
  const operation = model.operations.find(({ id }) => id === submit.operation)
  return model.contentTypes.find(({ name }) => name === operation?.content?.type)
}

test('a form whose address names the item above is about that item, others about none', () => {
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

test('what takes a step with the item above says which revision it decides about', () => {
  const deciding = forms.filter(({ subject }) => subject?.decides)
  expect(deciding.map(({ id }) => id)).toContain('incubation/demand-audit')
  for (const page of deciding) {
    expect(typeOf(page)?.takes, page.id).toBeDefined()
    const { body } = model.operations.find(({ id }) => id === page.submit.operation) ?? {}
    expect(body?.properties, page.id).toHaveProperty('revision')
  }
})

test('a form under an item that refuses it at times says which type is submitted', () => {
  const refusable = forms.filter(({ subject }) => subject?.submits)
  expect(refusable.map(({ id }) => id)).toContain('rescue/report')
  for (const page of refusable) expect(page.subject?.submits, page.id).toBe(typeOf(page)?.name)
})

test('it tells a few facts that the item itself holds, no counts', () => {
  for (const { id, subject } of forms)
    for (const { field } of subject?.facts ?? []) expect(field.system, `${id} ${field.name}`).toBe(false)
  const { subject } = forms.find(({ id }) => id === 'intention/publish') ?? {}
  expect(subject?.facts.map(({ field }) => field.name)).toEqual(['equipmentType', 'companyId'])
  expect(subject?.picture, 'beside its name').toBeDefined()
})
