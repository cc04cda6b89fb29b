// Tests that access policies are decided for a caller alone as they are for a caller and an item.
import { describe, expect, test } from 'vitest'
import { isTrueOf, type Related } from '#shared/access/facts.ts'
import { decideFor, isAllowed, member, type Policy, sees } from '#shared/access/policy.ts'
import type { Caller, StandIn } from '#shared/access/roles.ts'
import { evaluateCondition } from '#shared/expressions/condition.ts'
import { all, any, decide, not } from '#shared/expressions/predicate.ts'
import { currentPolicy, editPolicy, readPolicy } from '#shared/lifecycles/item-policies.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'

const VACANCY = [{ part: 'party:teamId', to: ['region:operator'] }]
const LIFECYCLE: Lifecycle = {
  name: 'l',
  title: 'L',
  initial: 'draft',
  states: {
    draft: { title: '草稿', readers: ['owner'], editable: true },
    waiting: {
      title: '待办',
      readers: ['owner', 'party:teamId', 'region:operator'],
      edited: 'draft',
      editable: true,
    },
    online: { title: '公开', public: true },
    closed: { title: '关闭', readers: ['owner', 'parent.owner'], applicants: true },
    deleted: { title: '删除', readers: ['grant:moderate'], gone: true },
  },
  transitions: [],
  vacancy: VACANCY,
}
const TYPE: Pick<ContentType, 'lifecycle' | 'disclosure'> = { lifecycle: LIFECYCLE }
const DISCLOSED: typeof TYPE = {
  lifecycle: LIFECYCLE,
  disclosure: { field: 'open', open: ['1'], otherwise: ['owner', 'expert'] },
}

const principal = (id: string, role: string): StandIn => ({
  id,
  name: id,
  role,
  parts: { t: ['party:teamId', 'operator'] },
})
const CALLERS: readonly Caller[] = [
  null,
  { id: 'a', role: 'supplier' },
  { id: 'b', role: 'expert', region: '3501' },
  { id: 'o', role: 'operator', grants: ['moderate'], region: '35' },
  { id: 'p', role: 'operator', region: '44' },
  { id: 'r', role: 'auditor', grants: ['examine'] },
  { id: 'd', role: 'supplier', standsIn: [principal('a', 'supplier'), principal('p', 'operator')] },
]
const ITEMS: readonly Related[] = Object.keys(LIFECYCLE.states).flatMap((status): Related[] => [
  { type: 't', status, ownerId: 'a' },
  { type: 't', status, ownerId: null, parentOwnerId: 'b', region: '350100' },
  { type: 't', status, ownerId: 'd', parties: { 'party:teamId': ['a'] } },
  { type: 't', status, ownerId: 'x', partners: ['b'], edited: true },
  { type: 't', status, ownerId: 'x', partners: ['b'], applicants: ['a', 'd'], disclosed: true },
  {
    type: 't',
    status,
    ownerId: 'x',
    region: '350100',
    parties: { 'party:teamId': ['y'] },
    vacant: [
      { part: 'party:teamId', to: ['region:operator'], principal: { id: 'y', name: 'y', role: 'unit' } },
    ],
  },
])
const POLICIES: readonly (readonly [string, Policy])[] = [
  ['read', readPolicy(TYPE)],
  ['read as it stands', currentPolicy(TYPE)],
  ['read what is disclosed', currentPolicy(DISCLOSED)],
  ['edit', editPolicy(LIFECYCLE)],
  ['members', member(['owner', 'partner', 'participant', 'region:operator'])],
  ['others', not(member(['owner', 'anyone']))],
]

describe('predicates', () => {
  const A = { 'item.a': 1 }
  test('constants and nested groups disappear', () => {
    expect(all([true, A])).toEqual(A)
    expect(all([A, false])).toBe(false)
    expect(any([])).toBe(false)
    expect(any([false, { any: [A, { 'item.b': 2 }] }, A])).toEqual({ any: [A, { 'item.b': 2 }, A] })
    expect(not(all([]))).toBe(false)
  })
  test('facts that are decided leave what is open', () => {
    const predicate = { any: [{ all: [{ fact: 'yes' }, A] }, { not: { fact: 'yes' } }] }
    expect(decide(predicate, { fact: (fact) => fact === 'yes' })).toEqual(A)
    expect(evaluateCondition(predicate, { item: { a: 1 } }, () => true)).toBe(true)
    expect(evaluateCondition(predicate, { item: { a: 2 } }, () => true)).toBe(false)
  })
})

describe('access policies', () => {
  test.each(POLICIES)(
    'decided for the caller first, the policy “%s” lets the same items through',
    (_, policy) => {
      for (const caller of CALLERS)
        for (const item of ITEMS) {
          const open = decideFor(policy, caller, { type: 't', vacancy: VACANCY })
          const allowed = evaluateCondition(open, {}, (fact) => isTrueOf(fact, item))
          expect({ caller, item, allowed }).toEqual({
            caller,
            item,
            allowed: isAllowed(policy, caller, item),
          })
        }
    },
  )

  const readers = (policy: Policy, item: Related): string[] =>
    CALLERS.filter((caller) => isAllowed(policy, caller, item)).map((caller) => caller?.id ?? 'guest')

  test('a state without readers is open to everybody, one with readers to them', () => {
    expect(readers(readPolicy(TYPE), { type: 't', status: 'online', ownerId: 'a' })).toHaveLength(
      CALLERS.length,
    )
    expect(readers(readPolicy(TYPE), { type: 't', status: 'draft', ownerId: 'a' })).toEqual(['a'])
    expect(readers(readPolicy(TYPE), { type: 't', status: 'unknown', ownerId: 'a' })).toEqual([])
  })
  test('partners read until the item is deleted, and applicants that it is closed', () => {
    const item = { type: 't', ownerId: 'x', partners: ['b'], applicants: ['a'] }
    expect(readers(readPolicy(TYPE), { ...item, status: 'closed' })).toEqual(['a', 'b'])
    expect(readers(readPolicy(TYPE), { ...item, status: 'deleted' })).toEqual(['o'])
  })
  test('an edited item is read by partners as it was, and so not as it stands', () => {
    const item = { type: 't', status: 'closed', ownerId: 'x', partners: ['b'], edited: true }
    expect(readers(readPolicy(TYPE), item)).toEqual(['b'])
    expect(readers(currentPolicy(TYPE), item)).toEqual([])
  })
  test('a delegate reads in the delegated parts, and others of the region what nobody else can do', () => {
    const item = { type: 't', status: 'waiting', ownerId: 'x', parties: { 'party:teamId': ['a'] } }
    expect(readers(readPolicy(TYPE), item)).toEqual(['a', 'd'])
    const near = { ...item, region: '350100', parties: { 'party:teamId': ['y'] } }
    expect(readers(readPolicy(TYPE), near)).toEqual(['o'])
    expect(readers(readPolicy({ ...TYPE }), { ...near, region: '440100' })).toEqual(['p'])
  })
  test('a type with a choice of disclosure is open where the parent says so', () => {
    const item = { type: 't', status: 'online', ownerId: 'a' }
    expect(readers(readPolicy(DISCLOSED), item)).toEqual(['a', 'b'])
    expect(readers(readPolicy(DISCLOSED), { ...item, disclosed: true })).toHaveLength(CALLERS.length)
  })
  test('owners edit in editable states, moderators always, delegates where nothing is reviewed', () => {
    expect(readers(editPolicy(LIFECYCLE), { type: 't', status: 'draft', ownerId: 'a' })).toEqual(['a', 'o'])
    expect(readers(editPolicy(LIFECYCLE), { type: 't', status: 'online', ownerId: 'a' })).toEqual(['o'])
  })
  test('a field is seen in the states in which its viewers see it, also by their delegates', () => {
    const viewers = ['owner', { to: 'party:teamId', states: ['waiting'] }]
    const item = { type: 't', ownerId: 'x', parties: { 'party:teamId': ['a'] } }
    const seen = (status: string) =>
      CALLERS.filter((caller) => sees(caller, viewers, { ...item, status })).map((caller) => caller?.id)
    expect(seen('waiting')).toEqual(['a', 'd'])
    expect(seen('draft')).toEqual([])
  })
})
