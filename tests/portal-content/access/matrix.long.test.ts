// Tests the access matrix: every operation by every role, on owned, foreign, missing, deleted items.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refuseAccess } from '#server/platform/operations/access.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { IS_LONG } from '../../support/long-run.ts'
import { askerAs } from '../../support/roles.ts'
import {
  ASKERS,
  type Asker,
  agrees,
  expectedFor,
  OPERATIONS,
  RELATIONS,
  type Relation,
  RULES,
  roleOf,
  toOutcome,
} from './askers.ts'
import { asFree, insertItems, itemId, putBack, requestFor } from './items.ts'
import { insertObjects, objectRequest } from './objects.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-access-'))
const tokens = new Map<Asker, string>()
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ env: { DATA_DIR: dataDir } })
  await insertObjects(app)
  await insertItems(app)
  for (const asker of ASKERS) if (asker !== 'guest') tokens.set(asker, await signIn(asker))
}, 120_000)
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const signIn = (asker: Exclude<Asker, 'guest'>) =>
  app.signIn(asker, roleOf(asker), { black: asker === 'black' })

const ALWAYS: readonly Asker[] = ['guest', 'operator']
const IN_TURN = ASKERS.filter((asker) => asker !== 'black' && !ALWAYS.includes(asker))

interface Given {
  readonly params: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>> | undefined
}

async function ask({ method, path }: Operation, { params, body }: Given, token: string | undefined) {
  const rest = new URLSearchParams(params)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    rest.delete(name)
    return encodeURIComponent(params[name] ?? 'nothing')
  })
  const url = rest.size > 0 ? `${filled}?${rest}` : filled
  const headers = token === undefined ? {} : { token }
  const answer = await (method === 'GET' ? app.get(url, { headers }) : app.post(url, body ?? {}, { headers }))
  return toOutcome(answer)
}

const asked = new Set<string>()
const taken = { turn: 0 }

/** Of those whom the rule treats alike in everything one, another each time. */
function oneOfEach(rule: string): readonly Asker[] {
  const groups = new Map<string, Asker[]>()
  for (const asker of ASKERS) {
    const met = Object.entries(RULES[rule] ?? {}).map(([relation, text]) =>
      asker === 'guest' && relation === 'own' ? '' : expectedFor(text, asker),
    )
    const treatment = met.join()
    groups.set(treatment, [...(groups.get(treatment) ?? []), asker])
  }
  return [...groups.values()].map((alike) => alike[taken.turn % alike.length] as Asker)
}

/**
 * Where the rule of an action is new, one asks of each that it treats alike, though only one of those whom the door
 * refuses; where both were met before, but not together, one who is let in asks about every relation; the rest is asked,
 * about every fourth of its relations, by one who is let in, in turn. In the long run
 * everybody asks wherever the rule is new, and of the rest who differs most and one more in turn; ALL_ROLES=1 lets all
 * ask all.
 */
function askersOf(operation: Operation, rule: string): (text: string, at: number) => readonly Asker[] {
  const { content, writes } = operation
  const pair = `${content?.action} ${rule}`
  const isNew = !content || !asked.has(pair)
  const halves = [`rule ${rule}`, `action ${content?.action}`]
  const isKnown = content !== undefined && halves.every((half) => asked.has(half))
  for (const met of [pair, ...halves]) asked.add(met)
  if (process.env.ALL_ROLES || (IS_LONG && isNew)) return () => ASKERS
  taken.turn += 1
  if (isNew) {
    const some = oneOutside(operation, oneOfEach(rule))
    return isKnown ? (text) => oneInside(text, some) : () => some
  }
  const inTurn = IN_TURN[taken.turn % IN_TURN.length] as Asker
  const some = [...ALWAYS, ...(writes ? (['black'] as const) : []), inTurn]
  const { turn } = taken
  return IS_LONG ? () => some : (text, at) => ((turn + at) % 4 === 0 ? oneInside(text, some) : [])
}

/** Refusals at the door are made in one place, which is tried for every operation and everybody. */
function oneInside(text: string, askers: readonly Asker[]): readonly Asker[] {
  const inside = askers.filter((asker) => !DOORS.has(expectedFor(text, asker)))
  return inside.slice(taken.turn % Math.max(1, inside.length)).slice(0, 1)
}

/** All of them that are let in, and one that is not. */
function oneOutside(operation: Operation, askers: readonly Asker[]): readonly Asker[] {
  const outside = askers.filter((asker) => isRefusedAtTheDoor(operation, asker))
  const one = outside[taken.turn % Math.max(1, outside.length)]
  return askers.filter((asker) => asker === one || !outside.includes(asker))
}

/** What the asker met, one line for each that the table has otherwise. */
async function compare(
  operation: Operation,
  relation: Relation,
  text: string,
  askers: readonly Asker[],
): Promise<string[]> {
  const { contentTypes } = app.source.model
  const type = contentTypes.find(({ name }) => name === operation.content?.type)
  const meetAs = async (asker: Asker) => {
    const expected = expectedFor(text, asker)
    const outcome = await meet(operation, type, relation, asker)
    return agrees(expected, outcome)
      ? []
      : [`${operation.id} of ${relation} by ${asker}: ${outcome}, not ${expected}`]
  }
  // A visitor owns nothing. Operators, who change what is not their own, come after all others.
  const others = askers.filter((asker) => asker !== 'operator' && !(asker === 'guest' && relation === 'own'))
  const wrong = await Promise.all(others.map(meetAs))
  return [...wrong.flat(), ...(askers.includes('operator') ? await meetAs('operator') : [])]
}

async function meet(
  operation: Operation,
  type: ContentType | undefined,
  relation: Relation,
  asker: Asker,
): Promise<string> {
  if (type && relation === 'call') return ask(operation, { params: {} }, tokens.get(asker))
  if (type) {
    const id = itemId(type.name, relation, asker)
    const outcome = await asFree(app, type, id, () =>
      ask(operation, requestFor(app, type, operation, id), tokens.get(asker)),
    )
    if (operation.writes && outcome === 'ok') await putBack(app, type, relation, id)
    return outcome
  }
  // A session of its own: some of these end sessions.
  const token = asker === 'guest' ? undefined : await signIn(asker)
  const given = relation === 'call' ? { params: {} } : await objectRequest(app, operation.id, relation, asker)
  return ask(operation, given, token)
}

/** Refusals that need no look at the thing asked about. */
const DOORS = new Set(['sign-in', 'forbidden', 'black'])

function isRefusedAtTheDoor(operation: Operation, asker: Asker): boolean {
  const account =
    asker === 'guest'
      ? null
      : { ...askerAs(roleOf(asker), asker), userName: asker, name: asker, black: asker === 'black' }
  try {
    refuseAccess(account, operation)
    return false
  } catch (error) {
    if (error instanceof Failure) return true
    throw error
  }
}

describe('the access table', () => {
  test('has a row for every operation and no row without an operation', () => {
    const rows = Object.entries(OPERATIONS).flatMap(([group, names]) =>
      Object.keys(names).map((name) => `${group}.${name}`),
    )
    const ids = app.source.model.operations.map(({ id }) => id)
    expect(
      ids.filter((id) => !rows.includes(id)),
      'operations without a row',
    ).toEqual([])
    expect(
      rows.filter((id) => !ids.includes(id)),
      'rows without an operation',
    ).toEqual([])
  })
  test('uses every rule, and each rule has an outcome for every caller', () => {
    const used = new Set(Object.values(OPERATIONS).flatMap((names) => Object.values(names)))
    expect(used).toEqual(new Set(Object.keys(RULES)))
    for (const rule of Object.values(RULES))
      for (const relation of RELATIONS)
        for (const asker of ASKERS) {
          const text = rule[relation]
          if (text && !(asker === 'guest' && relation === 'own')) expectedFor(text, asker)
        }
  })
})

describe('ROL-02 access check before an item is read', () => {
  test('admits or refuses every role for every operation as the access table declares', () => {
    const wrong: string[] = []
    for (const operation of app.source.model.operations) {
      const [group = '', name = ''] = operation.id.split('.')
      const rule = RULES[OPERATIONS[group]?.[name] ?? ''] ?? {}
      const texts = Object.entries(rule).filter(([relation]) => relation !== 'own')
      for (const asker of ASKERS) {
        const isRefused = texts.every(([, text]) => DOORS.has(expectedFor(text, asker)))
        if (isRefused !== isRefusedAtTheDoor(operation, asker)) wrong.push(`${operation.id} by ${asker}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('ROL-02 outcome of the operations of a group', () => {
  test.each(Object.entries(OPERATIONS))(
    'matches the access table for every operation of %s',
    async (group, names) => {
      const wrong: string[] = []
      for (const [name, rule] of Object.entries(names)) {
        const operation = app.source.model.operations.find(({ id }) => id === `${group}.${name}`)
        if (!operation) continue
        const askers = askersOf(operation, rule)
        for (const [at, [relation, text]] of Object.entries(RULES[rule] ?? {}).entries())
          wrong.push(...(await compare(operation, relation as Relation, text, askers(text, at))))
      }
      expect(wrong).toEqual([])
    },
  )
})
