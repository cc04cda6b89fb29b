// Tests the check of a field whose value is chosen from the results of an operation.
import { describe, expect, test } from 'vitest'
import { checkWith, modelWith } from '../support/loan.ts'

const FORM = 'schemas/forms/websiteMessage.json'
const LETTER = {
  $schema: '../config/form.schema.json',
  version: 2,
  title: '站内信',
  fields: {
    type: 'object',
    required: ['receiverId'],
    properties: {
      receiverId: { type: 'string', title: '收信人', maxLength: 40, 'x-widget': 'ref-select' },
      receiverType: { type: 'string', title: '发给', 'x-dict': 'messageReceiver' },
      title: { type: 'string', title: '标题', maxLength: 60 },
      content: { type: 'string', title: '内容', maxLength: 1000 },
    },
  },
}
const withOptions = (options?: object) => {
  const letter = structuredClone(LETTER) as { fields: { properties: Record<string, object> } }
  if (options) Object.assign(letter.fields.properties.receiverId as object, { 'x-options': options })
  return { [FORM]: letter as never }
}

describe('field that is chosen from the results of an operation', () => {
  test('gets the path of the operation, its first titled property as heading and the others as meta', () => {
    const model = modelWith(withOptions({ from: 'websiteMessage.receivers' }))
    const form = model.forms.find(({ id }) => id === 'websiteMessage')
    expect(form?.inputs.receiverId?.options).toMatchObject({
      choices: {
        path: '/newapi/websiteMessage/receivers',
        title: '收信人',
        heading: 'name',
        meta: [{ name: 'unit' }, { name: 'role', dict: 'role' }],
      },
    })
  })

  test.each([
    ['no operation', undefined, 'picker_from', 'x-ref'],
    ['an operation that is not there', { from: 'websiteMessage.receiver' }, 'operation_unknown', 'receivers'],
    ['an operation that finds nothing by words', { from: 'websiteMessage.inbox' }, 'picker_from', 'ids'],
  ])('is refused with %s', (_name, options, slug, words) => {
    const result = checkWith(withOptions(options))
    const problems = result.ok ? [] : result.problems
    const problem = problems.find((one) => one.slug === slug)
    expect(JSON.stringify(problem ?? problems)).toContain(words)
    expect(problem?.file).toBe(FORM)
  })
})
