// Tests which pages have the surface console: the operators' pages, and no public page.
import { expect, test } from 'vitest'
import type { FormPage } from '#shared/model/pages/form.ts'
import { model } from '../support/portal-model.ts'

const desks = model.pages.filter(({ surface }) => surface === 'console')

test('exactly the pages with an id under operator/ have the surface console', () => {
  const desk = model.pages.filter(({ id }) => id.startsWith('operator/'))
  expect(desk.length).toBeGreaterThan(50)
  expect(desk.filter(({ surface }) => surface !== 'console').map(({ id }) => id)).toEqual([])
  expect(desks.filter(({ id }) => !id.startsWith('operator/')).map(({ id }) => id)).toEqual([])
})

test('no page that everybody may open has a surface', () => {
  const open = model.pages.filter(({ access }) => access.includes('anyone'))
  expect(open.filter((page) => 'surface' in page).map(({ id }) => id)).toEqual([])
})

test('the page for editing other owners’ items has a receipt for each state, in the words of the state', () => {
  const page = model.pages.find(({ id }) => id === 'operator/demand/edit') as FormPage
  expect(page.receipt.edited).toMatchObject({
    pending: { title: '修改已保存，当前状态为“待审核”' },
    online: { title: '修改已保存', next: '内容是公开的，修改立即生效。' },
  })
  expect(page.receipt.edited).not.toHaveProperty('deleted')
})

test('no form of the console asks to look over its answers, unless its page says so', () => {
  const forms = desks.filter((page): page is FormPage => page.kind === 'form')
  expect(forms.some(({ form }) => form.steps.length > 1)).toBe(true)
  expect(forms.filter(({ review }) => review).map(({ id }) => id)).toEqual([])
})
