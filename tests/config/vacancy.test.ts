// Tests the check of fallback assignees, who act while an owner or assignee cannot.
import { describe, expect, test } from 'vitest'
import { checkWith, PANEL } from '../support/loan.ts'

const FILE = 'schemas/lifecycles/panel.json'
type Entry = { part: string; to: string[] }

function slugsOf(vacancy: readonly Entry[]): readonly string[] {
  const result = checkWith({ ...PANEL, [FILE]: { ...(PANEL[FILE] as object), vacancy } as never })
  return result.ok ? [] : result.problems.map(({ slug, message }) => `${slug}: ${message}`)
}

test('a fallback for the owner or an assignee to roles that read the item is accepted', () => {
  expect(slugsOf([{ part: 'owner', to: ['operator'] }])).toEqual([])
  expect(slugsOf([{ part: 'party:handlerId', to: ['operator', 'grant:administer'] }])).toEqual([])
})

describe('refused fallback assignee', () => {
  test.each<[string, readonly Entry[], string]>([
    ['of a role, of which there are others', [{ part: 'operator', to: ['operator'] }], 'vacancy_part'],
    ['of a field that no step names', [{ part: 'party:amount', to: ['operator'] }], 'vacancy_part'],
    [
      'twice of one part',
      [
        { part: 'owner', to: ['operator'] },
        { part: 'owner', to: ['grant:administer'] },
      ],
      'vacancy_twice',
    ],
    ['to everybody', [{ part: 'owner', to: ['registered'] }], 'vacancy_to'],
    ['to another relation', [{ part: 'owner', to: ['party:handlerId'] }], 'vacancy_to'],
    ['to those who only examine', [{ part: 'owner', to: ['auditor'] }], 'vacancy_to'],
    ['to those who do not read it', [{ part: 'party:handlerId', to: ['science'] }], 'vacancy_unread'],
    ['to a region, where items have none', [{ part: 'owner', to: ['region:operator'] }], 'region_missing'],
    ['to a role that nobody has', [{ part: 'owner', to: ['foreman'] }], 'foreman'],
  ])('is reported at its place: %s', (_name, vacancy, said) => {
    expect(slugsOf(vacancy).join('\n')).toContain(said)
  })
})
