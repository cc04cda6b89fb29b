// Tests the check of delegations in a lifecycle: who may delegate a part, and to whom.
import { describe, expect, test } from 'vitest'
import { checkWith, PANEL } from '../support/loan.ts'

const FILE = 'schemas/lifecycles/panel.json'
type Entry = { part: string; to: string[] }

function slugsOf(delegation: readonly Entry[]): readonly string[] {
  const result = checkWith({ ...PANEL, [FILE]: { ...(PANEL[FILE] as object), delegation } as never })
  return result.ok ? [] : result.problems.map(({ slug, message }) => `${slug}: ${message}`)
}

test('the delegation of a deciding role or of an assignee to colleagues is accepted', () => {
  expect(slugsOf([{ part: 'operator', to: ['unit'] }])).toEqual([])
  expect(slugsOf([{ part: 'party:handlerId', to: ['grant:dispatch'] }])).toEqual([])
  expect(slugsOf([{ part: 'operator', to: ['operator'] }])).toEqual([])
})

describe('refused delegation of a lifecycle part', () => {
  test.each<[string, readonly Entry[], string]>([
    ['of whose item it is', [{ part: 'owner', to: ['unit'] }], 'delegation_own'],
    ['of whoever is signed in', [{ part: 'registered', to: ['unit'] }], 'delegation_own'],
    ['of who has nothing to do with it', [{ part: 'science', to: ['unit'] }], 'delegation_part'],
    ['of a field that no step names', [{ part: 'party:amount', to: ['unit'] }], 'delegation_part'],
    [
      'twice of one part',
      [
        { part: 'operator', to: ['unit'] },
        { part: 'operator', to: ['supplier'] },
      ],
      'delegation_twice',
    ],
    ['to everybody', [{ part: 'operator', to: ['registered'] }], 'delegation_to'],
    ['to those who only examine', [{ part: 'operator', to: ['auditor'] }], 'delegation_reader'],
    ['to those who may anyway', [{ part: 'grant:dispatch', to: ['grant:dispatch'] }], 'delegation_idle'],
    ['to a role that nobody has', [{ part: 'operator', to: ['foreman'] }], 'foreman'],
  ])('names the mistake: %s', (_name, delegation, said) => {
    expect(slugsOf(delegation).join('\n')).toContain(said)
  })
})
