// Tests the check of visibility by state: transition records, and required fields of deciders.
import { expect, test } from 'vitest'
import { checkWith, PANEL } from '../support/loan.ts'

const LIFECYCLE = 'schemas/lifecycles/panel.json'
const TYPE = 'schemas/content/panel.json'
// biome-ignore lint/suspicious/noExplicitAny: written configuration, changed at will
type Written = any

function slugsOf(file: string, change: (written: Written) => void): string {
  const written = structuredClone(PANEL[file]) as Written
  change(written)
  const result = checkWith({ ...PANEL, [file]: written })
  return result.ok ? '' : result.problems.map(({ slug, message }) => `${slug}: ${message}`).join('\n')
}

test('the panel process is accepted without errors', () => expect(slugsOf(TYPE, () => {})).toBe(''))

test('a required field that the deciding roles can read is accepted', () =>
  expect(slugsOf(TYPE, ({ fields }) => fields.required.push('quote'))).toBe(''))

test.each<[string, string, (written: Written) => void, string]>([
  [
    'a required field that nobody sees who decides',
    TYPE,
    ({ fields }) => {
      fields.required.push('quote')
      fields.properties.quote['x-visible'] = ['owner']
    },
    'visible_decider: “报价明细”为必填，办理人（运营人员',
  ],
  [
    'a record that is read in a state that is none',
    LIFECYCLE,
    ({ transitions }) => {
      transitions[1].readers = ['operator', { to: 'owner', states: ['grantd'] }]
    },
    '状态“grantd”没有定义',
  ],
  [
    'a record that is read by nobody whom the portal knows',
    LIFECYCLE,
    ({ transitions }) => {
      transitions[1].readers = [{ to: 'foreman', states: ['granted'] }]
    },
    'foreman',
  ],
])('readers of a field by state are refused: %s', (_what, file, change, said) => {
  expect(slugsOf(file, change)).toContain(said)
})
