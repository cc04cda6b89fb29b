// Tests the check of participants, regions and first-come assignment in a lifecycle.
import { describe, expect, test } from 'vitest'
import type { Files } from '../support/added-files.ts'
import { checkWith, ERRAND } from '../support/loan.ts'

type Written = Record<string, never> & {
  transitions: Record<string, unknown>[]
  states: Record<string, Record<string, unknown>>
  fields: { required: string[]; properties: Record<string, Record<string, unknown>> }
}
const LIFECYCLE = 'schemas/lifecycles/errand.json'
const TYPE = 'schemas/content/errand.json'
const LOG = 'schemas/content/errandLog.json'
const TEAM = 'schemas/content/errandTeam.json'

function problemsWith(path: string, change: (written: Written) => void) {
  const written = structuredClone(ERRAND[path]) as unknown as Written
  change(written)
  const result = checkWith({ ...ERRAND, [path]: written } as unknown as Files)
  return result.ok ? [] : result.problems.filter(({ severity }) => severity === 'error')
}

const GRAB = 1
const GIVE_UP = 2
const grab = (written: Written) => written.transitions[GRAB] as Record<string, unknown>

test('the errand process is accepted without errors', () => {
  expect(problemsWith(TYPE, () => undefined)).toEqual([])
})

describe('unknown participant or region', () => {
  test.each<[string, string, (written: Written) => void, object]>([
    [
      'a party by a field that is not there',
      LIFECYCLE,
      (written) => {
        Object.assign(written.states.running as object, { readers: ['owner', 'party:teamIdd'] })
      },
      { file: TYPE, slug: 'party_field', found: 'teamIdd', nearest: 'teamId' },
    ],
    [
      'a party by a field that names nobody',
      LIFECYCLE,
      (written) => Object.assign(written.states.running as object, { readers: ['owner', 'party:region'] }),
      { file: TYPE, slug: 'party_field', message: expect.stringContaining('“party:region”没有对应的用户') },
    ],
    [
      'a party of what lies above, with nothing above',
      LIFECYCLE,
      (written) =>
        Object.assign(written.states.running as object, { readers: ['owner', 'parent.party:teamId'] }),
      { file: TYPE, slug: 'party_field', message: expect.stringContaining('没有用 parent 指明上级') },
    ],
    [
      'a party of a field that what lies above has not',
      LOG,
      (written) => Object.assign(written, { admission: { states: ['running'], by: ['parent.party:crew'] } }),
      {
        file: LOG,
        slug: 'party_field',
        message: expect.stringContaining('“巡查任务”没有可指明一方的字段“crew”'),
      },
    ],
    [
      'a region of a type that has none',
      TYPE,
      (written) => {
        const { region: _region, ...properties } = written.fields.properties
        written.fields.properties = properties
        written.fields.required = ['title']
      },
      { file: TYPE, slug: 'region_missing', message: expect.stringContaining('本地区用户') },
    ],
    [
      'a region of a role that is not there',
      LIFECYCLE,
      (written) => Object.assign(grab(written), { by: ['region:rescueForce'] }),
      { file: LIFECYCLE, slug: 'value_unknown', nearest: 'region:rescueForces' },
    ],
  ])('is reported at its place: %s', (_title, path, change, problem) => {
    expect(problemsWith(path, change)).toContainEqual(expect.objectContaining(problem))
  })
})

describe('transition with first-come assignment', () => {
  test.each<[string, string, (written: Written) => void, object]>([
    [
      'leads on',
      LIFECYCLE,
      (written) => Object.assign(grab(written), { to: 'sought' }),
      { slug: 'claim_again', found: 'sought' },
    ],
    [
      'is nothing else',
      LIFECYCLE,
      (written) => Object.assign(grab(written), { kind: 'submit' }),
      { slug: 'claim_kind', found: 'submit' },
    ],
    [
      'writes him where he can be written',
      LIFECYCLE,
      (written) => Object.assign(grab(written), { claim: { field: 'region', taken: '已被认领' } }),
      { slug: 'claim_field', found: 'region', message: expect.stringContaining('无法记录') },
    ],
    [
      'by what others read of him',
      TEAM,
      (written) => Object.assign(written, { lifecycle: 'errandLog' }),
      { slug: 'claim_entry', message: expect.stringContaining('没有公开的状态') },
    ],
    [
      'is given up by emptying the field, not by a word in it',
      LIFECYCLE,
      (written) => Object.assign(written.transitions[GIVE_UP] as object, { do: [{ set: { teamId: '无' } }] }),
      { slug: 'effect_value', found: '无' },
    ],
    [
      'is not another reference',
      LIFECYCLE,
      (written) =>
        Object.assign(written.transitions[GIVE_UP] as object, {
          do: [{ set: { teamId: { from: 'item.title' } } }],
        }),
      { slug: 'effect_value' },
    ],
  ])('is reported at its place: %s', (_title, path, change, problem) => {
    expect(problemsWith(path, change)).toContainEqual(expect.objectContaining(problem))
  })
})
