// Tests access of declaration, incubation and rescue calls against the specification and listed differences.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isInAudience, isRelation } from '#shared/access/roles.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { askerAs, ROLES } from '../../support/roles.ts'
import differences from './differences.json' with { type: 'json' }
import specified from './specified.json' with { type: 'json' }

type Row = readonly [method: string, path: string, access: string]

const ROWS = Object.values(specified).flat() as unknown as readonly Row[]
const EVERYBODY = ['guest', ...ROLES]
/** Whom the words of the specification mean. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  anyone: EVERYBODY,
  user: ROLES,
  auditor: ['auditor'],
  operator: ['operator'],
  'government department': ['government'],
  'rescue force': ['rescueForces'],
}
/** Where a call is whose address the specification does not show. */
const FOUND: Readonly<Record<string, string>> = {
  '(scientific research) ': '/newapi/scientificResearch/',
  '(unveiling research) ': '/newapi/unveilingResearch/',
  '(drone table)': 'drone',
}

let app: TestApp
const tokens = new Map<string, string>()
beforeAll(async () => {
  app = await createTestApp()
  for (const role of ROLES) tokens.set(role, await app.signIn(`one-${role}`, role))
}, 120_000)
afterAll(() => app?.close())

function operationsAt([method, written]: Row): readonly Operation[] {
  const path = Object.entries(FOUND).reduce((text, [from, to]) => text.replace(from, to), written)
  const isIt = (found: string) =>
    path.endsWith('*')
      ? found.startsWith(path.slice(0, -1))
      : found.replace(/\/\{\w+\}$/, '') === path || found.startsWith(`${path}Table`)
  return app.source.model.operations.filter(
    (one) => isIt(one.path) && (method === 'ANY' || method === one.method),
  )
}

/** What administers a labelled item, and cfd, is an operator's; the rest of the row anybody's who signed in. */
function meantBy([, path, access]: Row): readonly string[] {
  const word = access.includes(';') ? (path.includes('Admin') ? 'operator' : 'user') : access
  const meant = MEANT[word]
  if (!meant) throw new Error(`nobody is meant by “${access}”`)
  return meant
}

/** Whoever is refused is so before anything that he names is looked at. */
async function admitted({ method, path }: Operation): Promise<readonly string[]> {
  const url = path.replaceAll(/\{\w+\}/g, 'nothing')
  const asked = await Promise.all(
    EVERYBODY.map(async (who) => {
      const token = tokens.get(who)
      const headers = token === undefined ? {} : { token }
      const { status } = await (method === 'GET' ? app.get(url, { headers }) : app.post(url, {}, { headers }))
      return status === 401 || status === 403 ? [] : [who]
    }),
  )
  return asked.flat()
}

/** Rather than let in up to the thing asked about, which may be his: the matrix tells of that. */
function isNamed({ access }: Operation, who: string): boolean {
  const asker = who === 'guest' ? null : askerAs(who, who)
  return isInAudience(
    asker,
    access.filter((audience) => !isRelation(audience)),
  )
}

test('every specified call exists and admits the specified roles, except the listed differences', async () => {
  const found: Record<string, { not?: readonly string[]; also?: readonly string[] }> = {}
  for (const row of ROWS) {
    const operations = operationsAt(row)
    expect(operations.length, row.join(' ')).toBeGreaterThan(0)
    for (const operation of operations) {
      const [open, meant] = [await admitted(operation), meantBy(row)]
      const not = meant.filter((who) => !open.includes(who))
      const also = open.filter((who) => !meant.includes(who) && isNamed(operation, who))
      if (not.length + also.length === 0) continue
      found[`${operation.method} ${operation.path}`] = {
        ...(not.length > 0 ? { not } : {}),
        ...(also.length > 0 ? { also } : {}),
      }
    }
  }
  const listed = Object.fromEntries(
    differences.flatMap(({ why, calls, ...roles }) => {
      expect(why.length, calls.join()).toBeGreaterThan(20)
      return calls.map((call) => [call, roles] as const)
    }),
  )
  expect(found).toEqual(listed)
}, 120_000)
