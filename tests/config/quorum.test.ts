// Tests the check of transitions that need a quorum.
import { describe, expect, test } from 'vitest'
import { checkWith, PANEL } from '../support/loan.ts'

const FILE = 'schemas/lifecycles/panel.json'
type Lifecycle = {
  states: Record<string, Record<string, unknown>>
  transitions: Record<string, unknown>[]
}

function slugsOf(change: (lifecycle: Lifecycle) => void): readonly string[] {
  const lifecycle = structuredClone(PANEL[FILE]) as unknown as Lifecycle
  change(lifecycle)
  const result = checkWith({ ...PANEL, [FILE]: lifecycle as never })
  return result.ok ? [] : result.problems.map(({ slug, message }) => `${slug}: ${message}`)
}
const agree = ({ transitions }: Lifecycle) => transitions[1] as Record<string, unknown>

test('a quorum of people in a state that nobody edits is accepted', () => {
  expect(slugsOf(() => {})).toEqual([])
})

describe('refused quorum of a transition', () => {
  test.each<[string, (lifecycle: Lifecycle) => void, string]>([
    [
      'where the owner may still change what was agreed to',
      ({ states }) => Object.assign(states.assessed as object, { editable: true }),
      'quorum_editable: 状态“评审中”的内容仍可由发布者修改',
    ],
    [
      'of a step that is the owner’s alone',
      (one) => Object.assign(agree(one), { by: ['owner'], not: undefined }),
      'quorum_people',
    ],
    [
      'that leads back to where it comes from',
      (one) => Object.assign(agree(one), { to: 'assessed' }),
      'quorum_step',
    ],
    [
      'of a step that the system takes',
      (one) => Object.assign(agree(one), { due: { after: { days: 3 } } }),
      'quorum_step',
    ],
    ['of handing in', (one) => Object.assign(agree(one), { kind: 'submit' }), 'quorum_step'],
    [
      'of whoever comes first',
      (one) => Object.assign(agree(one), { claim: { field: 'handlerId', taken: '已有人' } }),
      'quorum_step',
    ],
    [
      'for a change that waits beside the item',
      ({ states }) => Object.assign(states.granted as object, { edited: 'assessed', final: false }),
      'quorum_change',
    ],
  ])('is reported at its place: %s', (_name, change, said) => {
    expect(slugsOf(change).some((problem) => problem.startsWith(said))).toBe(true)
  })
})
