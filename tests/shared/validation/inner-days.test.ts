// Tests that dates inside one row of a form are compared with each other and not with another row.

import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import { NOBODY } from '#shared/validation/visible-fields.ts'
import { loaded } from '../../support/loaded-form.ts'
import { portalFiles } from '../../support/portal-files.ts'

const PLANNED = {
  $schema: '../config/content-type.schema.json',
  version: 1,
  title: '研制',
  lifecycle: 'note',
  fields: {
    type: 'object',
    required: ['title', 'schedule'],
    properties: {
      title: { type: 'string', title: '名称', minLength: 2, maxLength: 40, 'x-search': 'A' },
      schedule: {
        type: 'array',
        title: '研制计划',
        minItems: 1,
        maxItems: 12,
        items: {
          type: 'object',
          required: ['stage', 'start', 'end'],
          properties: {
            stage: { type: 'string', title: '阶段', minLength: 1, maxLength: 60 },
            start: { type: 'string', title: '开始', format: 'date' },
            end: { type: 'string', title: '结束', format: 'date', 'x-date': { notBefore: 'form.start' } },
          },
        },
      },
    },
  },
  endpoints: {
    add: 'POST /planned/add',
    list: { at: 'GET /planned/mine', access: 'registered' },
    info: { at: 'GET /planned/info/{id}', access: 'registered' },
  },
}

const result = checkConfiguration(portalFiles().set('schemas/content/planned.json', JSON.stringify(PLANNED)))
if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)))
const form = result.model.forms.find(({ id }) => id === 'planned')
if (!form) throw new Error('the form is gone')

/** The form as it arrives in the browser. */
const asSent = (): typeof form => JSON.parse(JSON.stringify(form))

const row = (start: string, end: string) => ({ stage: '样机', start, end })

test.each([
  ['in order', [row('2026-01-01', '2026-02-01'), row('2026-01-15', '2026-01-15')], []],
  [
    'turned round in the second',
    [row('2026-05-01', '2026-06-01'), row('2026-03-01', '2026-02-01')],
    [{ name: 'schedule.1.end', message: '结束不能早于开始' }],
  ],
  [
    'without one of them',
    [{ stage: '样机', start: '2026-03-01' }],
    [expect.objectContaining({ name: 'schedule.0.end' })],
  ],
])('FormStore compares start and end inside each row: rows %s', (_, schedule, wrong) => {
  const store = new FormStore(loaded(asSent()), { schedule }, NOBODY)
  store.validate(['schedule'])
  expect(store.errors().map(({ name, message }) => ({ name, message }))).toEqual(wrong)
})
