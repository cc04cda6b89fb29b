// Checks what the checker says of who sees what in which state: records of steps, and required fields nobody who decides sees.
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

test('as written it is sound', () => expect(slugsOf(TYPE, () => {})).toBe(''))

test('what is seen while it is decided may have to be filled in', () =>
  expect(slugsOf(TYPE, ({ fields }) => fields.required.push('quote'))).toBe(''))

test.each<[string, string, (written: Written) => void, string]>([
  [
    'a required field that nobody sees who decides',
    TYPE,
    ({ fields }) => {
      fields.required.push('quote')
      fields.properties.quote['x-visible'] = ['owner']
    },
    'visible_decider: “报价明细”必须填写，办理的人（运营人员',
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
])('is refused: %s', (_what, file, change, said) => {
  expect(slugsOf(file, change)).toContain(said)
})
