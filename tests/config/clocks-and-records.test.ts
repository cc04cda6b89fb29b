// Tests checks of lifecycle timers and of records that a transition creates.
import { expect, test } from 'vitest'
import { checkWith, PERMIT } from '../support/loan.ts'

const FILE = 'schemas/lifecycles/permit.json'
// biome-ignore lint/suspicious/noExplicitAny: written configuration, changed at will
type Written = any

function slugsOf(change: (lifecycle: Written) => void): readonly string[] {
  const lifecycle = structuredClone(PERMIT[FILE]) as Written
  change(lifecycle)
  const result = checkWith({ ...PERMIT, [FILE]: lifecycle })
  return result.ok ? [] : result.problems.map(({ slug, message }) => `${slug}: ${message}`)
}
const made = (lifecycle: Written) => lifecycle.transitions[2].do[1]

test('the unchanged permit lifecycle passes the check', () => expect(slugsOf(() => {})).toEqual([]))

test.each<[string, (lifecycle: Written) => void, string]>([
  [
    'a clock that is not declared',
    (one) => Object.assign(one.transitions[0].do[0], { start: 'handlin' }),
    'clock_unknown',
  ],
  ['a stop of none', (one) => Object.assign(one.transitions[1].do[0], { stop: 'other' }), 'clock_unknown'],
  ['a deadline on none', (one) => Object.assign(one.transitions[5].due, { clock: 'other' }), 'clock_unknown'],
  [
    'a clock without a length',
    (one) => Object.assign(one.transitions[5], { due: { clock: 'handling' } }),
    'clock_after',
  ],
  [
    'a clock that nobody starts',
    (one) => {
      one.transitions[0].do = undefined
      one.transitions[3].do = undefined
    },
    'clock_never',
  ],
  [
    'a clock that nothing is due on',
    (one) => Object.assign(one.clocks, { spare: { title: '备用' } }),
    'clock_idle',
  ],
  ['a record of no type', (one) => Object.assign(made(one), { create: 'permitCart' }), 'create_type'],
  ['a field that the type lacks', (one) => Object.assign(made(one).with, { colour: '红' }), 'field_unknown'],
  [
    'a source that the item lacks',
    (one) => Object.assign(made(one).with, { grade: { from: 'item.level' } }),
    'field_unknown',
  ],
  [
    'what has to be there and is not given',
    (one) => {
      made(one).with.issuedOn = undefined
    },
    'create_missing',
  ],
  [
    'what may be empty and has to be there',
    (one) => Object.assign(made(one).with, { place: { from: 'item.wind' } }),
    'create_value',
  ],
  ['a value that does not fit', (one) => Object.assign(made(one).with, { wind: 40 }), 'create_value'],
  [
    'a number in place of the item',
    (one) => Object.assign(made(one).with, { wind: { from: 'item.id' } }),
    'create_value',
  ],
])('the check refuses %s', (_what, change, said) => {
  expect(slugsOf(change).join('\n')).toContain(said)
})

const CARD = 'schemas/content/permitCard.json'
function slugsWith(card: Written): readonly string[] {
  const result = checkWith({
    ...PERMIT,
    [CARD]: Object.assign(structuredClone(PERMIT[CARD]) as Written, card),
  })
  return result.ok ? [] : result.problems.map(({ slug, message }) => `${slug}: ${message}`)
}
const below = (more: Written) => slugsWith({ parent: 'permitId', ...more })

test('a record may be created under an item in a state that accepts submissions', () =>
  expect(below({ admission: { states: ['permitted'] } })).toEqual([]))

test.each([
  ['below an item that takes none then', { admission: { states: ['examined'] } }, 'create_admission'],
  [
    'of what takes the item above along',
    { takes: { field: 'place', steps: { 东坡: 'archived' } } },
    'create_takes',
  ],
])('a created record is refused %s', (_what, more, said) => expect(below(more).join('\n')).toContain(said))
