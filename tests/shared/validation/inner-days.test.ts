// Tests that dates inside one row of a form are compared with each other and not with another row.
import { expect, test } from 'vitest'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import { NOBODY } from '#shared/validation/visible-fields.ts'
import { model } from '../../support/portal-model.ts'

const form = model.forms.find(({ id }) => id === 'incubateDeclare')
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
  const store = new FormStore(asSent(), { schedule }, NOBODY)
  store.validate(['schedule'])
  expect(store.errors().map(({ name, message }) => ({ name, message }))).toEqual(wrong)
})
