// Tests which fields of a form begin a row: the first date of a period, so that its last date stands beside it.
import { expect, test } from 'vitest'
import { toDrawn } from '#portal/features/form/rjsf/rjsf-schema.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { RULES } from '#shared/validation/form-rules.ts'
import { field } from './sample-form.ts'

const DATE = { type: 'string', format: 'date' }
const notBefore = (last: string, first: string) => ({
  field: last,
  kind: 'date',
  relation: 'notBefore',
  bound: { field: first },
  message: '归还日期不能早于取用日期',
})

function beginners(names: readonly string[], rules: readonly object[]): readonly string[] {
  const form: FormModel = {
    id: 'f',
    version: 1,
    title: '预订',
    fields: names.map((name) => field(name, name, DATE)),
    schema: { type: 'object', [RULES]: rules as never },
    steps: [{ title: '填写', fields: names }],
    conditions: {},
    inputs: {},
  }
  const { ui } = toDrawn(form, names)
  return names.filter((name) => ui[name]['ui:classNames'].split(' ').includes('eq-field-start'))
}

test.each([
  ['the first of two dates', ['tool', 'first', 'last'], [notBefore('last', 'first')], ['first']],
  ['no date that another field stands between', ['first', 'tool', 'last'], [notBefore('last', 'first')], []],
  [
    'of three dates the first only',
    ['first', 'middle', 'last'],
    [notBefore('middle', 'first'), notBefore('last', 'middle')],
    ['first'],
  ],
])('a row of a form begins with %s', (_, names, rules, expected) => {
  expect(beginners(names, rules)).toEqual(expected)
})
