// Tests the cards of the registration page: every promised operation succeeds for its role.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#shared/access/roles.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Page } from '#shared/model/page-model.ts'
import { withOwnFiles } from '../../server/support/keep-file.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { USER_TYPES } from '../../support/roles.ts'
import { bodyOf, insertItems, itemId } from '../access/items.ts'

interface Promised {
  readonly text: string
  readonly operation?: string
  readonly page?: string
}

interface Card {
  readonly title: string
  readonly role: Role
  readonly can: readonly Promised[]
}

let app: TestApp
let cards: readonly Card[]
beforeAll(async () => {
  app = await createTestApp()
  await insertItems(app)
  const page = app.source.model.pages.find(({ path }) => path === '/register') as Extract<
    Page,
    { kind: 'zone' }
  >
  cards = page.sections.flatMap(({ widget, options }) =>
    widget === 'choice-cards' ? (options as unknown as { readonly items: readonly Card[] }).items : [],
  )
}, 120_000)
afterAll(() => app.close())

/** What a person sends who does what is promised. */
async function bodyFor({ id, content }: Operation, role: Role): Promise<Record<string, unknown>> {
  const named = { dataType: 'demand', dataId: itemId('demand', 'other', 'guest') }
  if (id === 'engagement.collect') return named
  if (id === 'auth.updateSupplier') return { address: '福州市新址 8 号' }
  const type = app.source.model.contentTypes.find(({ name }) => name === content?.type)
  if (!content || !type) throw new Error(`No body for ${id}`)
  if (content.action === 'commentAdd')
    return { dataId: itemId(type.name, 'other', 'guest'), content: '同意，现场验证过' }
  const body: Record<string, unknown> = { ...bodyOf(app, type) }
  // Two promises of one card may make the same content, which its author hands in once.
  if (type.distinct) body[type.distinct] = `${body[type.distinct]} ${id} ${turn++}`
  for (const name of Object.keys(content.fixed)) delete body[name]
  return withOwnFiles(app, type, body, role)
}

let turn = 0
async function keep({ operation: id, page: pageId }: Promised, role: Role): Promise<string> {
  const token = await app.signIn(role, role)
  const page = app.source.model.pages.find((known) => known.id === pageId) as {
    source?: { operation: string; params: object }
  }
  const source = page?.source
  const operation = app.source.model.operations.find((known) => known.id === (id ?? source?.operation))
  if (!operation) throw new Error(`No operation ${id ?? pageId}`)
  const query = new URLSearchParams(
    Object.entries(source?.params ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const answer =
    operation.method === 'GET'
      ? await app.get(`${operation.path}?${query}`, { token })
      : await app.post(operation.path, await bodyFor(operation, role), { token })
  return answer.code === 0 ? 'kept' : answer.text
}

test('the registration page has a card with promises for every type of user', () => {
  expect(cards.map(({ role }) => role)).toEqual(USER_TYPES)
  for (const { can, title } of cards) expect(can.length, title).toBeGreaterThan(1)
})

describe('promises of a registration card', () => {
  test.each(USER_TYPES)('succeed over HTTP for the role %s', async (role) => {
    const { can, title } = cards.find((card) => card.role === role) as Card
    for (const promised of can) expect(await keep(promised, role), `${title}：${promised.text}`).toBe('kept')
  })
})
