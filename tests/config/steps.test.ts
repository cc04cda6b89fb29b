// Owns the checks of what a step of a lifecycle asks for and depends on.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { excludes } from '../../src/config/rules/excludes.ts'
import { type Condition, holds } from '../../src/shared/condition.ts'
import { checkWith } from '../support/loan.ts'
import { ROOT } from '../support/source-files.ts'
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

describe('what a step asks for', () => {
  test.each<[string, (written: Written) => Written]>([
    ['a form with words', stepWith(RESTORE, { form: 'trial', words: 'note' })],
    ['a condition on the item', stepWith(RESTORE, { when: { 'item.budget': { lte: 100 } } })],
    ['two ways by a value', twice({ 'item.budget': { lte: 100 } }, { 'item.budget': { gt: 100 } })],
    ['two contrary ways', twice({ 'item.mood': '1' }, { not: { 'item.mood': '1' } })],
  ])('%s is right', async (_title, change) => {
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
  ])('%s is refused', async (_title, change, problem) => {
    const { problems } = await checkChanged(LIFECYCLE_FILE, change)
    expect(problems).toContainEqual(expect.objectContaining(problem))
    expect(problems.every(({ file }) => file === LIFECYCLE_FILE || file.startsWith('schemas/content/'))).toBe(
      true,
    )
  })

  test('what is handed in below cannot fill in a form above', () => {
    const path = 'schemas/lifecycles/negotiation.json'
    const written = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Written
    const { reason: _words, ...step } = written.transitions[0]
    const changed = {
      ...written,
      transitions: [{ ...step, form: 'progressQuery' }, ...written.transitions.slice(1)],
    }
    const result = checkWith({ [path]: changed })
    expect(result.ok ? [] : result.problems.map(({ slug }) => slug)).toContain('takes_form')
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

  test('are never met together by any value', () => {
    let apart = 0
    for (const one of ALL)
      for (const other of ALL)
        if (excludes(one, other)) {
          apart += 1
          const both = ITEMS.filter((item) => holds(one, { item }) && holds(other, { item }))
          expect([one, other, both]).toEqual([one, other, []])
        }
    expect(apart).toBeGreaterThan(1000)
  })
})
