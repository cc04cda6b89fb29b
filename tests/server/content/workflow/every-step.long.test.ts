// Tests that the server executes exactly the transitions that lifecycle files allow: every lifecycle, state,
// verb and person; then random walks of many people over many items. Everyday runs try whatever is allowed, and about a
// third of what is not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { LOAN_AND_PANEL, modelWith } from '../../../support/loan.ts'
import { IS_LONG, someOf } from '../../../support/long-run.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { ask, enter, type Placed, partyId, place, putInto, REGION, readKnown } from './flow-items.ts'
import {
  allowed,
  belongs,
  type Known,
  type Person,
  partiesOf,
  regionalOf,
  typesWithSteps,
} from './flow-people.ts'

const model = modelWith(LOAN_AND_PANEL)
const TYPES = typesWithSteps(model)
const WALK = IS_LONG ? 10_000 : 60

let app: TestApp
const tokens = new Map<string, string>()

const withoutDuties = model.roles.filter(
  ({ grants }) => !grants.includes('moderate') && !grants.includes('examine'),
)

/** Of those without duties the one that most of the calls are open to. */
function roleFor(calls: readonly Operation[]): Person['role'] {
  const may = (role: Person['role']) => calls.filter(({ access }) => belongs({ id: '', role }, access)).length
  return withoutDuties.toSorted((one, other) => may(other) - may(one))[0] as Person['role']
}

/**
 * Whoever owns items, the one above, somebody like him, an operator with items of his own, one of every role; whom
 * fields of the item name; and of those whose region is asked for one at home and one elsewhere.
 */
function peopleFor({ type, calls }: (typeof TYPES)[number]): readonly (Person | null)[] {
  const role = roleFor(calls)
  const operator = model.roles.find(({ grants }) => grants.includes('moderate')) as Person['role']
  const alike = ['owner', 'above', 'stranger'].map((who) => ({ id: `${who}-${role.name}`, role }))
  const each = differing(calls).map((one) => ({ id: `as-${one.name}`, role: one }))
  return [
    null,
    ...alike,
    { id: 'busy-operator', role: operator },
    ...each,
    ...partiesIn(type, calls),
    ...near(type),
  ]
}

/** Whom the fields name, each of a role that most of the party's steps are open to. */
function partiesIn({ lifecycle, ...type }: ContentType, calls: readonly Operation[]): Person[] {
  return partiesOf({ lifecycle, ...type }).map((field) => {
    const who = field.startsWith('parent.') ? `parent.party:${field.slice(7)}` : `party:${field}`
    const verbs = lifecycle.transitions.filter(({ by }) => by.includes(who)).map(({ action }) => action)
    const own = calls.filter(({ content }) => content && verbs.includes(content.action))
    return { id: `${partyId(field)}`, role: roleFor(own.length > 0 ? own : calls) }
  })
}

function near(type: ContentType): Person[] {
  return regionalOf(type).flatMap((who) => {
    const role = model.roles.find((one) => belongs({ id: '', role: one }, [who]))
    if (!role) return []
    return ['35', `${REGION}02`, '4403'].map((region) => ({ id: `${role.name}-in-${region}`, role, region }))
  })
}

/** One role of those that the files treat alike in all of these calls and steps; in the long run every role. */
function differing(calls: readonly Operation[]): readonly Person['role'][] {
  if (IS_LONG) return model.roles
  const types = new Set(calls.map(({ content }) => content?.type))
  const lifecycles = model.contentTypes
    .filter(({ name }) => types.has(name))
    .map(({ lifecycle }) => lifecycle)
  const audiences = [
    ...calls.map(({ access }) => access),
    ...lifecycles.flatMap(({ transitions }) => transitions.flatMap(({ by, not }) => [by, not ?? []])),
    ...lifecycles.flatMap(({ states }) => Object.values(states).map(({ readers }) => readers ?? [])),
  ]
  // Conditions may name the role of who asks.
  const named = JSON.stringify(lifecycles.flatMap(({ transitions }) => transitions.map(({ when }) => when)))
  const treatment = (role: Person['role']) =>
    JSON.stringify([
      role.grants,
      named.includes(`"${role.name}"`) && role.name,
      audiences.map((some) => belongs({ id: '', role }, some)),
    ])
  return [...new Map(model.roles.map((role) => [treatment(role), role])).values()]
}

async function tokenOf(person: Person | null): Promise<string | undefined> {
  if (!person) return undefined
  const token = tokens.get(person.id) ?? (await settle(person))
  tokens.set(person.id, token)
  return token
}

/** An account is at home where what was filled in with its registration says. */
async function settle({ id, role, region }: Person): Promise<string> {
  const token = await app.signIn(id, role.name)
  if (region === undefined) return token
  const isRegion = ({ type, system }: Field) => type === 'region' && !system
  const form = model.forms.find(({ fields }) => fields.some(isRegion))
  const application = { [form?.fields.find(isRegion)?.name ?? '']: region }
  await app.services.db
    .updateTable('account')
    .set({ form: form?.id ?? null, application: application as never })
    .where('id', '=', id)
    .execute()
  return app.signIn(id, role.name)
}

beforeAll(async () => {
  app = await createTestApp({ model })
}, 120_000)
afterAll(() => app?.close())

/** The owner's own and an operator's own. */
async function placeAll(one: (typeof TYPES)[number], named = 'step'): Promise<readonly Placed[]> {
  const { type } = one
  const people = peopleFor(one)
  const [owner, above] = [people[1]?.id ?? '', people[2]?.id ?? '']
  for (const person of people) {
    await tokenOf(person)
    if (person?.region) await enter(app, type, person)
  }
  return [await place(app, type, owner, above, named), await place(app, type, 'busy-operator', above, named)]
}

/** Of an operator's own item everyday runs ask himself, where a step leads on: in all else it is like the first one. */
const isOwnerOf =
  ({ ownerId }: Placed) =>
  (person: Person | null): boolean =>
    person?.id === ownerId

const stepsOf = ({ lifecycle }: ContentType, { content }: Operation) =>
  lifecycle.transitions.filter(({ action }) => action === content?.action)

/** What the calls ask of the item itself, and not at the door. */
const OF_ITEM = /owner$|party:|^region:/

/** The access matrix has everybody who is refused at the door: here everyday runs ask one of them. */
function oneOutside(people: readonly (Person | null)[], { access }: Operation): readonly (Person | null)[] {
  if (access.some((who) => OF_ITEM.test(who))) return people
  const outside = people.filter((person) => !belongs(person, access))
  return people.filter((person) => person === outside.at(-1) || !outside.includes(person))
}

const chance = createRandom(20261121)
/** About one of three, the same in every run. */
const aThirdOf = <One>(all: readonly One[]): readonly One[] => all.filter(() => chance() < 1 / 3)

/**
 * Everyday runs ask whoever may, and of those who may not a third. Where no step of that name leads on, they ask of a third
 * of the calls one of those whom it is for elsewhere.
 */
function asking(
  type: ContentType,
  call: Operation,
  known: Known,
  people: readonly (Person | null)[],
): readonly (Person | null)[] {
  const steps = stepsOf(type, call)
  if (IS_LONG) return people
  if (steps.some(({ from }) => from.includes(known.status))) {
    const some = oneOutside(people, call)
    const may = (person: Person | null) => allowed(type, call, person, known) !== undefined
    const others = aThirdOf(some.filter((person) => !may(person)))
    return some.filter((person) => may(person) || others.includes(person))
  }
  return aThirdOf(
    someOf(
      people.filter((person) => steps.some(({ by }) => belongs(person, by, known))),
      1,
    ),
  )
}

const titled = TYPES.map((one) => [one.type.lifecycle.title, one] as const)

describe('permissions of lifecycle transitions', () => {
  test('every lifecycle with a transition that some account may execute is covered by these tests', () => {
    const known = new Set(model.contentTypes.map(({ lifecycle }) => lifecycle.name))
    const without = [...known].filter((name) => !TYPES.some(({ type }) => type.lifecycle.name === name))
    expect(
      without.filter((name) =>
        model.contentTypes.some(
          ({ lifecycle }) => lifecycle.name === name && lifecycle.transitions.some(({ by }) => by.length > 0),
        ),
      ),
    ).toEqual([])
  })

  test.each(titled)(
    'the server executes exactly the allowed transitions of the lifecycle %s in every state',
    async (_title, one) => {
      const placed = await placeAll(one)
      const people = peopleFor(one)
      const wrong: string[] = []
      let taken = 0
      for (const [at, item] of placed.entries())
        for (const status of Object.keys(one.type.lifecycle.states)) {
          await putInto(app, item, status)
          for (const call of one.calls) {
            const isWhole = IS_LONG || at === 0
            if (!isWhole && stepsOf(one.type, call).every(({ from }) => !from.includes(status))) continue
            let known = await readKnown(app, item)
            const asked = isWhole ? asking(one.type, call, known, people) : people.filter(isOwnerOf(item))
            for (const person of asked) {
              const to = allowed(one.type, call, person, known)
              const answer = await ask(app, item, call, await tokenOf(person), known)
              const { status: now } =
                to === undefined && answer.status >= 400 ? known : await readKnown(app, item)
              const isRight =
                to === undefined
                  ? answer.status >= 400 && now === status
                  : answer.status === 200 && now === to
              if (!isRight)
                wrong.push(
                  `${status} ${call.id} ${person?.id ?? 'guest'} of ${item.ownerId}: ${to ?? 'refused'} expected, ${answer.status} ${now} ${answer.msg}`,
                )
              if (now === status && to === undefined) continue
              taken += 1
              await putInto(app, item, status)
              known = await readKnown(app, item)
            }
            if (asked.length > 0)
              expect(await readKnown(app, item), `${call.id}: who is refused changes nothing`).toEqual(known)
          }
        }
      expect(wrong).toEqual([])
      expect(taken).toBeGreaterThan(0)
    },
    300_000,
  )
})

test(`a walk of ${WALK} random transitions has only outcomes that the lifecycle files allow`, async () => {
  const random = createRandom(20260105)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const items: (readonly [Placed, (typeof TYPES)[number], ReturnType<typeof peopleFor>])[] = []
  for (const one of TYPES)
    for (const item of await placeAll(one, 'walk')) {
      await putInto(app, item, one.type.lifecycle.initial)
      items.push([item, one, peopleFor(one)])
    }
  const wrong: string[] = []
  let moved = 0
  for (let count = 0; count < WALK; count += 1) {
    const [item, one, people] = pick(items)
    const known = await readKnown(app, item)
    const all = one.calls.flatMap((call) => people.map((person) => [call, person] as const))
    const open = all.filter(([call, person]) => allowed(one.type, call, person, known) !== undefined)
    if (open.length === 0) await putInto(app, item, one.type.lifecycle.initial)
    if (open.length === 0) continue
    // Every other one is meant to go on, so that the walk gets somewhere.
    const [call, person] = pick(count % 2 === 0 ? open : all)
    const to = allowed(one.type, call, person, known)
    const answer = await ask(app, item, call, await tokenOf(person), known)
    const now = (await readKnown(app, item)).status
    if (to === undefined ? answer.status < 400 || now !== known.status : answer.status !== 200 || now !== to)
      wrong.push(
        `${known.status} ${call.id} ${person?.id ?? 'guest'}: ${to ?? 'refused'} expected, ${answer.status} ${now} ${answer.msg}`,
      )
    if (to !== undefined) moved += 1
  }
  expect(wrong).toEqual([])
  expect(moved).toBeGreaterThan(WALK / 3)
}, 900_000)
