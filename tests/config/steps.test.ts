// Tests the check of a transition's form, condition, effects and deadline.
import { describe, expect, test } from 'vitest'
import { excludes } from '#config/compile/conditions/impossible-conditions.ts'
import { type Condition, evaluateCondition } from '#shared/expressions/condition.ts'
import { NOTE, NOTE_FILE } from '../server/support/small-configuration.ts'
import { checkWith } from '../support/loan.ts'
import { portalFiles } from '../support/portal-files.ts'
import { checkChanged, LIFECYCLE_FILE, type Written } from './language-case.ts'

const [ONLINE, SUBMIT, , RESTORE] = [0, 1, 2, 3]

const stepWith =
  (index: number, more: object) =>
  (written: Written): Written => ({
    ...written,
    transitions: written.transitions.map((step: object, at: number) =>
      at === index ? { ...step, ...more } : step,
    ),
  })

const twice =
  (one: object, other: object) =>
  (written: Written): Written => ({
    ...written,
    transitions: [
      ...written.transitions.slice(0, RESTORE),
      { ...written.transitions[RESTORE], when: one },
      { ...written.transitions[RESTORE], when: other, to: 'online', not: ['owner'] },
    ],
  })

describe('form and condition of a transition', () => {
  test.each<[string, (written: Written) => Written]>([
    ['a form with words', stepWith(RESTORE, { form: 'trial', words: 'note' })],
    ['a condition on the item', stepWith(RESTORE, { when: { 'item.budget': { lte: 100 } } })],
    ['two ways by a value', twice({ 'item.budget': { lte: 100 } }, { 'item.budget': { gt: 100 } })],
    ['two contrary ways', twice({ 'item.mood': '1' }, { not: { 'item.mood': '1' } })],
  ])('pass the check: %s', async (_title, change) => {
    const { problems } = await checkChanged(LIFECYCLE_FILE, change)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test.each<[string, (written: Written) => Written, object]>([
    [
      'a form that is not there',
      stepWith(RESTORE, { form: 'trail' }),
      { slug: 'form_unknown', nearest: 'trial' },
    ],
    [
      'words that are no text',
      stepWith(RESTORE, { form: 'trial', words: 'age' }),
      { slug: 'step_words', message: expect.stringContaining('没有文字字段“age”') },
    ],
    [
      'two places for words',
      stepWith(RESTORE, { form: 'trial', reason: true }),
      { slug: 'step_form', message: expect.stringContaining('不再另写 reason') },
    ],
    [
      'an endpoint that carries no answers',
      stepWith(SUBMIT, { form: 'trial' }),
      { slug: 'step_form', message: expect.stringContaining('应使用 POST') },
    ],
    [
      'a step that changes take too',
      stepWith(ONLINE, { form: 'trial' }),
      { slug: 'step_form', message: expect.stringContaining('也用于修改稿') },
    ],
    [
      'a condition on what is not there',
      stepWith(RESTORE, { when: { 'item.budgett': 1 } }),
      { slug: 'field_unknown', nearest: 'budget' },
    ],
    [
      'a condition on the address',
      stepWith(RESTORE, { when: { 'query.id': '1' } }),
      { slug: 'root_unknown', message: expect.stringContaining('只能以 item 或 user 开头') },
    ],
    [
      'two ways that are open together',
      twice({ 'item.budget': { lte: 100 } }, { 'item.budget': { gte: 100 } }),
      { slug: 'transition_ambiguous' },
    ],
  ])('are refused by the check: %s', async (_title, change, problem) => {
    const { problems } = await checkChanged(LIFECYCLE_FILE, change)
    expect(problems).toContainEqual(expect.objectContaining(problem))
    expect(problems.every(({ file }) => file === LIFECYCLE_FILE || file.startsWith('schemas/content/'))).toBe(
      true,
    )
  })

  test('a form is refused on a transition that a submitted child item executes', () => {
    const path = 'schemas/lifecycles/negotiation.json'
    const written = JSON.parse(portalFiles().get(path) ?? '') as Written
    const { reason: _words, ...step } = written.transitions[0]
    const changed = {
      ...written,
      transitions: [{ ...step, form: 'progressQuery' }, ...written.transitions.slice(1)],
    }
    const result = checkWith({ [path]: changed })
    expect(result.ok ? [] : result.problems.map(({ slug }) => slug)).toContain('takes_form')
  })
})

/** A note whose fields `number` and `doer` are written by steps only. */
async function checkEffects(list: readonly object[], { step = RESTORE, more = {} } = {}) {
  const written: Written = { ...NOTE, lifecycle: 'reviewed' }
  const own = { number: { ...TEXT, title: '编号' }, doer: { ...TEXT, title: '经手人' } }
  const fields = { ...NOTE.fields, properties: { ...NOTE.fields.properties, ...own } }
  const { problems } = await checkChanged(LIFECYCLE_FILE, stepWith(step, { do: list, ...more }), [], {
    [NOTE_FILE]: { ...written, fields },
  })
  return problems.filter(({ slug }) => slug !== 'effect_missing')
}
const TEXT = { type: 'string', maxLength: 40, 'x-from': 'step' }

describe('effects of a transition', () => {
  test.each<[string, object]>([
    ['a text', { set: { doer: '库管' } }],
    ['a number', { set: { budget: 12.5 } }],
    ['a value of a dictionary', { set: { mood: '1' } }],
    ['nothing', { set: { budget: null } }],
    ['the day', { set: { day: { from: 'today' } } }],
    ['who took it', { set: { doer: { from: 'actor' } } }],
    ['another field', { set: { doer: { from: 'item.title' } } }],
    ['a number of a receipt', { receipt: 'DEC', field: 'number' }],
    ['a receipt without a field', { receipt: 'DEC' }],
  ])('pass the check: %s', async (_title, effect) => {
    const problems = await checkEffects([effect])
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test("a value from a field of the transition's form is accepted", async () => {
    const problems = await checkEffects([{ set: { doer: { from: 'form.name' } } }], {
      more: { form: 'trial' },
    })
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test.each<[string, object, object]>([
    ['a field that is not there', { set: { doar: '库管' } }, { slug: 'field_unknown', nearest: 'doer' }],
    ['a field of the system', { set: { status: 'online' } }, { slug: 'field_unknown' }],
    ['a value of another type', { set: { budget: '很多' } }, { slug: 'effect_value' }],
    ['a value beyond the range', { set: { budget: 1001 } }, { slug: 'effect_value' }],
    ['a value that the dictionary lacks', { set: { mood: 'joyful' } }, { slug: 'effect_value' }],
    ['nothing where something must be', { set: { title: null } }, { slug: 'effect_value' }],
    ['one where there are several', { set: { tags: 'a' } }, { slug: 'effect_value' }],
    ['the day as a number', { set: { budget: { from: 'today' } } }, { slug: 'effect_value' }],
    ['the time as a day only', { set: { doer: { from: 'now' } } }, { slug: 'effect_value' }],
    ['who took it where others write', { set: { body: { from: 'actor' } } }, { slug: 'effect_value' }],
    ['what no form asks for', { set: { doer: { from: 'form.name' } } }, { slug: 'field_unknown' }],
    [
      'what the item lacks',
      { set: { doer: { from: 'item.titel' } } },
      { slug: 'field_unknown', nearest: 'item.title' },
    ],
    ['what may be missing', { set: { title: { from: 'item.body' } } }, { slug: 'effect_value' }],
    ['a text that is longer', { set: { doer: { from: 'item.body' } } }, { slug: 'effect_value' }],
    ['a number where others write', { receipt: 'DEC', field: 'body' }, { slug: 'effect_type' }],
    ['letters that are none', { receipt: 'dec', field: 'number' }, { slug: 'value_format' }],
    ['no effect', { sett: { doer: '库管' } }, { slug: 'key_unknown' }],
  ])('are refused by the check: %s', async (_title, effect, problem) => {
    const problems = await checkEffects([effect])
    expect(problems).toContainEqual(expect.objectContaining({ ...problem, file: LIFECYCLE_FILE }))
  })

  test('an effect is refused on a transition that pending changes use too', async () => {
    const problems = await checkEffects([{ receipt: 'DEC' }], { step: ONLINE })
    expect(problems).toContainEqual(expect.objectContaining({ slug: 'effect_change' }))
  })

  test('a field that only transitions write requires a transition that writes it', async () => {
    const { problems } = await checkChanged(NOTE_FILE, (written) => {
      written.fields.properties.number = { ...TEXT, title: '编号' }
      return written
    })
    expect(problems).toContainEqual(expect.objectContaining({ slug: 'effect_missing', file: NOTE_FILE }))
  })
})

/** A lifecycle in which notes go off the air by themselves. */
const DUE: Written = {
  $schema: '../config/lifecycle.schema.json',
  title: '到期',
  initial: 'online',
  states: {
    online: { title: '已上线', public: true },
    pending: { title: '待审核', readers: ['owner', 'operator'] },
    deleted: { title: '已删除', gone: true, readers: ['operator'] },
  },
  transitions: [
    { action: 'lapse', title: '到期', from: ['online'], to: 'pending', by: [], due: { after: { days: 3 } } },
    { action: 'online', title: '恢复', from: ['pending'], to: 'online', by: ['operator'] },
    { action: 'delete', title: '删除', from: ['pending'], to: 'deleted', by: ['operator'] },
    { action: 'restore', title: '找回', from: ['deleted'], to: 'online', by: ['operator'] },
  ],
}
const DUE_FILE = 'schemas/lifecycles/plain.json'

async function checkDue(due: object, more: object = {}, other: object = {}) {
  const [lapse, online, ...rest] = DUE.transitions
  const transitions = [{ ...lapse, due, ...more }, { ...online, ...other }, ...rest]
  const { problems } = await checkChanged(DUE_FILE, () => ({ ...DUE, transitions }), [], {
    [NOTE_FILE]: { ...NOTE, lifecycle: 'plain' },
  })
  return problems.filter(({ severity }) => severity === 'error')
}

describe('deadline, `fit` and `ahead` of a transition', () => {
  test.each<[string, object]>([
    ['after a while', { after: { days: 3 } }],
    ['after hours and minutes', { after: { hours: 1, minutes: 30 } }],
    ['with a date', { field: 'day' }],
  ])('pass the check: %s', async (_title, due) => expect(await checkDue(due)).toEqual([]))

  test.each<[string, object, object]>([
    [
      'at no time',
      { remind: [{ before: { days: 1 }, notify: 'trial', to: ['owner'] }] },
      { slug: 'due_when' },
    ],
    ['at two times', { after: { days: 1 }, field: 'day' }, { slug: 'due_when' }],
    ['after nothing', { after: {} }, { slug: 'value_limit' }],
    ['after less than nothing', { after: { days: 0 } }, { slug: 'value_limit' }],
    ['with a date that is not there', { field: 'days' }, { slug: 'due_field', nearest: 'day' }],
    ['with a field that is no date', { field: 'budget' }, { slug: 'due_field' }],
    [
      'with a reminder that is no earlier',
      { after: { days: 3 }, remind: [{ before: { days: 3 }, notify: 'trial', to: ['owner'] }] },
      { slug: 'due_remind' },
    ],
    [
      'with a reminder that is not there',
      { after: { days: 3 }, remind: [{ before: { days: 1 }, notify: 'trial', to: ['owner'] }] },
      { slug: 'notice_unknown' },
    ],
  ])('are refused by the check: %s', async (_title, due, problem) =>
    expect(await checkDue(due)).toContainEqual(expect.objectContaining({ ...problem, file: DUE_FILE })),
  )

  test('`fit` is refused for a field that is no reference', async () => {
    expect(await checkDue({ field: 'day' }, {}, { fit: ['day'] })).toContainEqual(
      expect.objectContaining({ slug: 'step_fit', found: 'day' }),
    )
  })

  test('`ahead` accepts a date field of the item and refuses an unknown field', async () => {
    expect(await checkDue({ field: 'day' }, {}, { ahead: ['day'] })).toEqual([])
    expect(await checkDue({ field: 'day' }, {}, { ahead: ['days'] })).toContainEqual(
      expect.objectContaining({ slug: 'due_field', nearest: 'day' }),
    )
  })

  test('a form or a reason is refused on a transition that the scheduler executes', async () => {
    expect(await checkDue({ field: 'day' }, { form: 'trial' })).toContainEqual(
      expect.objectContaining({ slug: 'due_step' }),
    )
    expect(await checkDue({ field: 'day' }, { reason: true })).toContainEqual(
      expect.objectContaining({ slug: 'due_step' }),
    )
  })

  test('a cycle of transitions that the scheduler executes is refused', async () => {
    const problems = await checkDue({ after: { days: 3 } }, {}, { due: { after: { days: 1 } } })
    expect(problems).toContainEqual(
      expect.objectContaining({
        slug: 'due_ring',
        message: expect.stringContaining('“已上线” → “待审核” → “已上线”'),
      }),
    )
    expect(await checkDue({ after: { days: 3 } }, { to: 'online' })).toContainEqual(
      expect.objectContaining({ slug: 'due_ring' }),
    )
  })

  test('a deadline is refused on a transition of pending changes', async () => {
    const { problems } = await checkChanged(LIFECYCLE_FILE, stepWith(ONLINE, { due: { after: { days: 3 } } }))
    expect(problems).toContainEqual(expect.objectContaining({ slug: 'due_change' }))
  })

  test('a transition without actors and without a deadline is refused', async () => {
    const problems = await checkDue({ after: { days: 3 } }, { due: undefined })
    expect(problems).toContainEqual(expect.objectContaining({ slug: 'transition_nobody' }))
  })
})

describe('conditions that exclude each other', () => {
  const PARTS: readonly Condition[] = [
    { 'item.a': { lt: 2 } },
    { 'item.a': { lte: 2 } },
    { 'item.a': { gt: 2 } },
    { 'item.a': { gte: 2 } },
    { 'item.a': { gt: 1, lt: 3 } },
    { 'item.a': 2 },
    { 'item.a': { empty: true } },
    { 'item.a': { empty: false } },
    { 'item.b': ['x', 'y'] },
    { 'item.b': 'z' },
  ]
  const ALL = PARTS.flatMap((one) => [
    one,
    { not: one },
    ...PARTS.flatMap((other) => [{ all: [one, other] }, { any: [one, other] }]),
  ])
  const VALUES = [null, 0, 1, 1.5, 2, 2.5, 3, '2', [1, 3]]
  const ITEMS = VALUES.flatMap((a) => [null, 'x', 'z', ['x', 'z']].map((b) => ({ a, b })))

  test('are never true together for any value', () => {
    let apart = 0
    for (const one of ALL)
      for (const other of ALL)
        if (excludes(one, other)) {
          apart += 1
          const both = ITEMS.filter(
            (item) => evaluateCondition(one, { item }) && evaluateCondition(other, { item }),
          )
          expect([one, other, both]).toEqual([one, other, []])
        }
    expect(apart).toBeGreaterThan(1000)
  })
})
