// Tests that registration forms can be filled, and are validated alike in browser and server.

import { describe, expect, test } from 'vitest'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import { validateForm } from '#server/platform/validation/validate-form.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { NOBODY } from '#shared/validation/visible-fields.ts'
import { seeded } from '../../shared/validation/random-schema.ts'
import { loaded } from '../../support/loaded-form.ts'
import { model } from '../../support/portal-model.ts'
import { USER_TYPES } from '../../support/roles.ts'
import { isShownAlike, type Told, toTold } from '../../support/shown-places.ts'
import {
  type Answers,
  int,
  pick,
  type Random,
  validAnswers,
  validValue,
} from '../../support/valid-answers.ts'

/** Of each form; nine of them make more than 2,000. */
const SUBMISSIONS = 260
const AGREED = '2026-01'

const formOf = (type: string): FormModel => {
  const id = `register${type.charAt(0).toUpperCase()}${type.slice(1)}`
  const form = model.forms.find((candidate) => candidate.id === id)
  if (!form) throw new Error(`no form ${id}`)
  return form
}

interface Verdict {
  readonly isTaken: boolean
  readonly refused: Told
  readonly body: Answers
}

const sent = new WeakMap<FormModel, FormModel>()

/** The form as it arrives in the browser. */
function asSent(form: FormModel): FormModel {
  const known = sent.get(form) ?? (JSON.parse(JSON.stringify(form)) as FormModel)
  sent.set(form, known)
  return known
}

function inBrowser(form: FormModel, answers: Answers): Verdict {
  const store = new FormStore(loaded(asSent(form)), answers, NOBODY)
  const isTaken = store.validate(form.steps.flatMap(({ fields }) => fields))
  const body = store.body()
  const errors = store.errors().map(({ name = '', message }) => ({ place: name, message }))
  return { isTaken, refused: toTold(errors), body }
}

function onServer(form: FormModel, answers: Answers): Verdict {
  try {
    const body = validateForm(
      form,
      { ...structuredClone(answers), agreement: AGREED },
      { user: NOBODY, now: new Date() },
    )
    return { isTaken: true, refused: new Map(), body }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return {
      isTaken: false,
      refused: toTold((error.errors ?? []).map(({ path, message }) => ({ place: path, message }))),
      body: {},
    }
  }
}

const WRONG: readonly unknown[] = [
  null,
  '',
  '   ',
  'undefined',
  'null',
  'Invalid date',
  'x',
  '１３８００１３８０００',
  'x'.repeat(4000),
  '2026-02-30',
  '2999-01-01',
  '1899-01',
  0,
  -1,
  1.005,
  1e9,
  true,
  [],
  [''],
  ['x', 'x'],
  {},
  [{}],
  [{ name: 1 }],
  '<p></p>',
  '９１３５０１００Ｍ０００１００Ｙ４３',
]

function mutateInside(random: Random, value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return pick(random, WRONG)
  const copy = structuredClone(value) as unknown[]
  const at = int(random, 0, copy.length - 1)
  const entry = copy[at]
  if (entry === null || typeof entry !== 'object') copy[at] = pick(random, WRONG)
  else {
    const key = pick(random, Object.keys(entry)) ?? 'name'
    if (random() < 0.5) delete (entry as Answers)[key]
    else (entry as Answers)[key] = pick(random, WRONG)
  }
  return random() < 0.2 ? [...copy, ...copy] : copy
}

/** Changes one to four answers in the ways that people, programs and old drafts do. */
function mutate(random: Random, form: FormModel, answers: Answers): Answers {
  const next: Answers = { ...answers }
  for (let round = int(random, 1, 4); round > 0; round -= 1) {
    const field = pick(random, form.fields)
    const way = int(random, 0, 4)
    if (way === 0) delete next[field.name]
    else if (way === 1) next[field.name] = pick(random, WRONG)
    else if (way === 2) next[field.name] = validValue(random, field.schema)
    else if (way === 3) next[field.name] = mutateInside(random, next[field.name])
    else next[field.name] = next[pick(random, form.fields).name]
  }
  return next
}

describe.each(USER_TYPES)('registration form of %s (SES-08)', (type) => {
  test('accepts valid answers in browser and server with the same body', () => {
    const form = formOf(type)
    const random = seeded(type.length)
    for (let round = 0; round < 20; round += 1) {
      const answers = validAnswers(random, form)
      const [browser, server] = [inBrowser(form, answers), onServer(form, answers)]
      expect([...browser.refused], JSON.stringify(answers)).toEqual([])
      expect([...server.refused]).toEqual([])
      expect(server.body).toEqual(browser.body)
    }
  })

  test(`validates ${SUBMISSIONS} random and mutated submissions alike in browser and server`, () => {
    const form = formOf(type)
    const random = seeded(type.length * 31)
    const differences: string[] = []
    let refused = 0
    for (let round = 0; round < SUBMISSIONS; round += 1) {
      const answers = mutate(random, form, validAnswers(random, form))
      const [browser, server] = [inBrowser(form, answers), onServer(form, answers)]
      if (!server.isTaken) refused += 1
      const isAlike =
        browser.isTaken === server.isTaken &&
        isShownAlike(browser.refused, server.refused) &&
        (!server.isTaken || JSON.stringify(sorted(browser.body)) === JSON.stringify(sorted(server.body)))
      if (!isAlike)
        differences.push(
          JSON.stringify({ answers, browser: [...browser.refused], server: [...server.refused] }),
        )
    }
    expect(differences).toEqual([])
    expect(refused).toBeGreaterThan(SUBMISSIONS / 4)
    expect(refused).toBeLessThan(SUBMISSIONS)
  })

  test('reports every missing required field by its title and skips fields hidden by conditions', () => {
    const form = formOf(type)
    const { refused } = onServer(form, {})
    const missed = form.fields.filter(({ name, required }) => required && !(name in form.conditions))
    for (const { name, title, type } of missed) {
      const isFile = ['image', 'image-list', 'file-list'].includes(type)
      const asked = isFile ? [`请上传${title}`] : [`请填写${title}`, `请选择${title}`]
      expect(asked).toContain(refused.get(name))
    }
    expect([...refused.keys()].sort()).toEqual(missed.map(({ name }) => name).sort())
  })

  test('refuses a missing agreement and another version of the agreement', () => {
    const form = formOf(type)
    const answers = validAnswers(seeded(5), form)
    for (const agreement of [undefined, '', '2020-01', true]) {
      const judge = () => validateForm(form, { ...answers, agreement }, { user: NOBODY, now: new Date() })
      expect(judge).toThrow(Failure)
    }
  })
})

function sorted(body: Answers): Answers {
  return Object.fromEntries(Object.entries(body).sort(([a], [b]) => a.localeCompare(b)))
}

test('validValue returns a value for every field of the registration forms', () => {
  const random = seeded(3)
  for (const type of USER_TYPES)
    for (const field of formOf(type).fields)
      expect(validValue(random, field.schema as JsonSchema)).toBeDefined()
})
