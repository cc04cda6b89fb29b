// Tests the hints of form fields: optional label, accepted files, range, unit.

import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import { answerText } from '#portal/features/form/engine/answer-value.tsx'
import { FormStepFields } from '#portal/features/form/engine/form-step-fields.tsx'
import { toDrawn } from '#portal/features/form/rjsf/rjsf-schema.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { RULES } from '#shared/validation/form-rules.ts'
import { loaded } from '../../../support/loaded-form.ts'
import { OneField } from './one-field.tsx'
import { field } from './sample-form.ts'

vi.mock('#portal/core/configuration/dictionaries.ts', () => ({
  useDictionary: () => [],
  dictionaryLabel: () => '',
}))

const answer = field('answer', '结论', { type: 'string' }, { required: true })
const reason = field('reason', '原因', { type: 'string' })

function formOf(when: object): FormModel {
  const fields = [answer, reason]
  return {
    id: 'f',
    version: 1,
    title: '审核',
    fields,
    schema: {
      type: 'object',
      properties: { answer: answer.schema, reason: reason.schema },
      required: ['answer'],
      [RULES]: [{ field: 'reason', kind: 'needed', when, message: '请填写原因' }],
    },
    steps: [{ title: '填写', fields: ['answer', 'reason'] }],
    conditions: {},
    inputs: { answer: { widget: 'text' }, reason: { widget: 'text' } },
  }
}

function draw(when: object): FormStore {
  const form = formOf(when)
  const store = new FormStore(loaded(form))
  render(
    <FormStepFields
      store={store}
      step={form.steps[0] as FormModel['steps'][number]}
      isLong={false}
      disabled={false}
    />,
  )
  return store
}

const label = () => document.getElementById('f-reason-label')
const isNeeded = () => screen.getByLabelText(/原因/).getAttribute('aria-required') === 'true'

test.each([
  ['one answer', { 'form.answer': 'no' }],
  ['one of several answers', { 'form.answer': ['no', 'never'] }],
])('a field that %s makes required is labelled optional only while it is not required', (_, when) => {
  const store = draw(when)
  expect([label()?.textContent, isNeeded()]).toEqual(['原因（选填）', false])
  act(() => store.set('answer', 'no'))
  expect([label()?.textContent, isNeeded()]).toEqual(['原因', true])
  act(() => store.set('answer', 'yes'))
  expect([label()?.textContent, isNeeded()]).toEqual(['原因（选填）', false])
})

test('an image field lists only image formats', () => {
  render(<OneField widget="image" field={field('photo', '照片', { type: 'string' }, { type: 'image' })} />)
  expect(screen.getByText(/JPG、PNG、WEBP，不超过 10 MB/)).toBeTruthy()
  expect((screen.getByLabelText('选择照片') as HTMLInputElement).accept).toBe('.jpg,.jpeg,.png,.webp')
})

test('an image field lists the formats of its options', () => {
  const photo = field('photo', '照片', { type: 'string' }, { type: 'image' })
  render(<OneField widget="image" field={photo} options={{ accept: ['gif'] }} />)
  expect(screen.getByText(/GIF，不超过 10 MB/)).toBeTruthy()
})

const SIZES = {
  flow: { type: 'number', title: '流量', 'x-unit': 'm³/h' },
  count: { type: 'integer', title: '台数' },
}

test('the text of answers in rows and groups includes their units', () => {
  const rows = field(
    'rows',
    '参数',
    { type: 'array', items: { type: 'object', properties: SIZES } },
    { type: 'object-list' },
  )
  expect(answerText(rows, [{ flow: 3000, count: 2 }])).toBe('共 1 项：流量：3,000 m³/h，台数：2')
  const group = field('group', '参数', { type: 'object', properties: SIZES }, { type: 'object' })
  expect(answerText(group, { flow: 3000 })).toBe('流量：3,000 m³/h')
})

test('a parameter shows its range and unit, unless it has its own help text', () => {
  const properties = {
    load: { type: 'number', title: '载重', 'x-unit': 'kg', minimum: 400, maximum: 1500 },
    seats: { type: 'integer', title: '座位', minimum: 1 },
    depth: { type: 'number', title: '水深', 'x-unit': 'm', maximum: 9, 'x-help': '静水中' },
    fuel: { type: 'string', title: '燃料' },
  }
  const parameters = field('params', '参数', { type: 'object', properties }, {
    type: 'object',
    parameters: { family: 'equipment', by: 'category' },
  } as never)
  const form = { ...formOf({}), fields: [parameters], inputs: { params: { widget: 'object' } } }
  const { ui } = toDrawn(form, ['params'])
  const helps = Object.keys(properties).map((name) => ui.params[name]['ui:options'].help)
  expect(helps).toEqual(['400～1500 kg', '不小于 1', '静水中', undefined])
})
