// Tests transitions that move related items (parent, children, siblings): all of them or none.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BIDS, checkWith, modelWith } from '../../../support/loan.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
const tokens = new Map<string, string>()

beforeAll(async () => {
  app = await createTestApp({ model: modelWith(BIDS) })
  for (const name of ['caller', 'first', 'second', 'third'])
    tokens.set(name, await app.signIn(name, name === 'caller' ? 'rescue' : 'supplier'))
}, 60_000)
afterAll(() => app?.close())

const as = (name: string) => ({ token: tokens.get(name) })
const add = async (type: string, by: string, more: object = {}) => {
  const answer = await app.post<{ id: string }>(
    `/newapi/${type}/add`,
    { title: '排水车一台', ...more },
    as(by),
  )
  expect(answer.status, answer.text).toBe(200)
  return answer.data.id
}
const step = (path: string, id: string, by: string) =>
  app.get<{ status: string }>(`/newapi/${path}?id=${id}`, as(by))
const stateOf = async (type: string, id: string, by: string) =>
  (await app.get<{ status: string; history?: readonly object[] }>(`/newapi/${type}/info/${id}`, as(by))).data

async function callWithBids() {
  const callId = await add('call', 'caller')
  const bids: string[] = []
  for (const by of ['first', 'second', 'third']) bids.push(await add('bid', by, { callId }))
  return { callId, bids: bids as [string, string, string] }
}

describe('transition that moves related items', () => {
  test('moves the parent and the siblings with a history entry each, and no unrelated items', async () => {
    const { callId, bids } = await callWithBids()
    const other = await callWithBids()
    await step('bid/drop', bids[2], 'third')
    expect((await step('bid/choose', bids[0], 'caller')).data).toMatchObject({ status: 'chosen' })
    expect(await stateOf('bid', bids[0], 'first')).toMatchObject({
      status: 'chosen',
      chosenOn: expect.any(String),
    })
    expect(await stateOf('bid', bids[1], 'second')).toMatchObject({
      status: 'dropped',
      history: [{ action: 'drop', from: 'bidding', to: 'dropped', by: '用户 caller' }],
    })
    expect(await stateOf('call', callId, 'caller')).toMatchObject({ status: 'settled' })
    // Nobody else's.
    expect(await stateOf('bid', other.bids[1], 'second')).toMatchObject({ status: 'bidding' })
    expect(await stateOf('call', other.callId, 'caller')).toMatchObject({ status: 'calling' })
  })

  test('is refused with 409 and moves no item if the parent is in another state', async () => {
    const { callId, bids } = await callWithBids()
    await app.services.db.updateTable('item').set({ status: 'settled' }).where('id', '=', callId).execute()
    const late = await step('bid/choose', bids[1], 'caller')
    expect([late.status, late.msg]).toEqual([409, '征集目前为“已选定”状态，不能再办理“选中”'])
    for (const [at, by] of ['first', 'second', 'third'].entries())
      expect(await stateOf('bid', bids[at] as string, by)).toMatchObject({ status: 'bidding' })
  })

  test('moves all children', async () => {
    const { callId, bids } = await callWithBids()
    expect((await step('call/recall', callId, 'caller')).status).toBe(200)
    for (const [at, by] of ['first', 'second', 'third'].entries())
      expect(await stateOf('bid', bids[at] as string, by)).toMatchObject({ status: 'dropped' })
  })

  test('succeeds for one of three siblings executed at once and answers the others with 409', async () => {
    const { callId, bids } = await callWithBids()
    const answers = await Promise.all(bids.map((id) => step('bid/choose', id, 'caller')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const states = await Promise.all(bids.map(async (id) => (await stateOf('bid', id, 'caller')).status))
    expect(states.toSorted()).toEqual(['chosen', 'dropped', 'dropped'])
    expect(await stateOf('call', callId, 'caller')).toMatchObject({ status: 'settled' })
  })
})

describe('configuration check of transitions that move related items', () => {
  const BID = 'schemas/lifecycles/bid.json'
  type Written = { readonly transitions: readonly object[] }
  const withEffect = (effect: object, at = 0) => {
    const file = BIDS[BID] as unknown as Written
    const transitions = file.transitions.map((one, index) => (index === at ? { ...one, do: [effect] } : one))
    const result = checkWith({ ...BIDS, [BID]: { ...file, transitions } as never })
    return result.ok ? [] : result.problems.map(({ slug }) => slug)
  }

  test.each<[string, object, string]>([
    ['a step that is not there', { move: 'parent', action: 'settel' }, 'transition_unknown'],
    ['something below where nothing is', { move: 'children', type: 'loan', action: 'drop' }, 'move_target'],
    ['a type where there is only one', { move: 'parent', type: 'call', action: 'settle' }, 'move_target'],
    ['what is neither above, below nor beside', { move: 'uncle', action: 'drop' }, 'value_unknown'],
    ['itself', { move: 'siblings', action: 'choose' }, 'move_ring'],
  ])('refuses an effect: %s', (_title, effect, slug) => expect(withEffect(effect)).toContain(slug))

  test('reports move_step if the moved transition requires a reason', () => {
    const file = BIDS[BID] as unknown as Written
    const transitions = file.transitions.map((one, index) => (index === 1 ? { ...one, reason: true } : one))
    const result = checkWith({ ...BIDS, [BID]: { ...file, transitions } as never })
    expect(result.ok ? [] : result.problems.map(({ slug }) => slug)).toContain('move_step')
  })

  test('reports transition_nobody if no account and no related item executes a transition', () => {
    const problems = (changed: object, more: object = {}) => {
      const file = BIDS[BID] as unknown as Written
      const transitions = file.transitions.map((one, index) => (index === 1 ? { ...one, ...changed } : one))
      const result = checkWith({ ...BIDS, [BID]: { ...file, transitions } as never, ...more })
      return result.ok ? [] : result.problems.map(({ slug }) => slug)
    }
    expect(problems({ by: [] })).not.toContain('transition_nobody')
    // The one above has such a step too; what is taken along there is another type's.
    expect(problems({ action: 'settle', by: [] })).toContain('transition_nobody')
  })

  test('accepts the unchanged bids process', () => expect(checkWith(BIDS).ok).toBe(true))
})
