// Tests the explanation of form changes since a draft was saved, and the transfer of its values.
import { describe, expect, test } from 'vitest'
import { carryOver, explainChanges, outlineOf } from '#portal/features/form/draft/form-changes.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import { field, sampleForm } from './sample-form.ts'

const before = outlineOf(sampleForm)
const withFields = (
  change: (fields: readonly Field[]) => readonly Field[],
  more: Partial<FormModel> = {},
) => ({
  ...sampleForm,
  fields: change(sampleForm.fields),
  ...more,
})
const narrowed = (name: string, limit: object) =>
  withFields((fields) =>
    fields.map((one) => (one.name === name ? { ...one, schema: { ...one.schema, ...limit } } : one)),
  )
const given = { title: '二十台移动泵站和配套电缆', kind: '1', quantity: 20, contact: '王工' }

test('an unchanged form reports no changes and carries over all values', () => {
  expect(explainChanges(before, sampleForm, given)).toEqual([])
  expect(carryOver(sampleForm, given)).toEqual({ data: given, unasked: {} })
})

describe('explanation of form changes', () => {
  test.each<[string, FormModel, readonly string[]]>([
    [
      'what is new',
      withFields((fields) => [...fields, field('power', '电源要求', { type: 'string' })]),
      ['新增了“电源要求”'],
    ],
    [
      'what is new and has to be filled in',
      withFields((fields) => [...fields, field('power', '电源要求', { type: 'string' }, { required: true })]),
      ['新增了“电源要求”，必须填写'],
    ],
    [
      'what is asked no more, with what was filled in',
      withFields((fields) => fields.filter(({ name }) => name !== 'contact')),
      ['不再需要“联系人”，您填写的“王工”仍留在草稿中，不会提交'],
    ],
    [
      'what is asked no more and was empty',
      withFields((fields) => fields.filter(({ name }) => name !== 'mobile')),
      ['不再需要“联系电话”'],
    ],
    [
      'how long a text may be now, and how long it is',
      narrowed('title', { maxLength: 10 }),
      ['“需求标题”现在最多 10 字，您填写的是 12 字，请修改'],
    ],
    ['a limit that is kept to', narrowed('title', { maxLength: 40 }), ['“需求标题”现在最多 40 字']],
    [
      'a number that is too great now',
      narrowed('quantity', { maximum: 10 }),
      ['“数量”现在不能大于 10，您填写的是 20，请修改'],
    ],
    ['a limit that became wider not at all', narrowed('title', { maxLength: 80 }), []],
    [
      'another title',
      withFields((fields) => fields.map((one) => (one.name === 'title' ? { ...one, title: '标题' } : one))),
      ['“需求标题”更名为“标题”'],
    ],
  ])('lists the change with its effect on the draft: %s', (_what, form, lines) => {
    expect(explainChanges(before, form, given)).toEqual(lines)
  })

  test('omits the value of a removed secret field', () => {
    const secret = field('code', '口令', { type: 'string', 'x-secret': true })
    const old = outlineOf(withFields((fields) => [...fields, secret]))
    expect(explainChanges(old, sampleForm, { ...given, code: '天王盖地虎' })).toEqual([
      '不再需要“口令”，您填写的内容仍留在草稿中，不会提交',
    ])
  })
})

describe('renamed form field', () => {
  const renamed = withFields(
    (fields) => fields.map((one) => (one.name === 'contact' ? { ...one, name: 'person' } : one)),
    { formerNames: { person: ['linkman', 'contact'] } },
  )

  test('keeps its value and is not reported as a change', () => {
    expect(carryOver(renamed, given)).toEqual({
      data: { title: given.title, kind: '1', quantity: 20, person: '王工' },
      unasked: {},
    })
    expect(explainChanges(before, renamed, given)).toEqual([])
  })

  test('keeps the value that is already stored under the new name', () => {
    expect(carryOver(renamed, { person: '李工', contact: '王工' }).data).toEqual({ person: '李工' })
  })
})

test('the value of a removed field returns when the field is added again', () => {
  const without = withFields((fields) => fields.filter(({ name }) => name !== 'contact'))
  const { data, unasked } = carryOver(without, given)
  expect(unasked).toEqual({ contact: '王工' })
  expect(carryOver(sampleForm, { ...unasked, ...data }).data).toEqual(given)
})
