// Tests that the reason of a transition is visible only to accounts that may read its history entry.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelWith, PANEL } from '../../../support/loan.ts'
import { signInAll } from '../../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const FILE = 'schemas/lifecycles/panel.json'
const LIFECYCLE = PANEL[FILE] as unknown as {
  readonly transitions: readonly { readonly action: string; readonly readers?: unknown }[]
}
/** Why it was turned down is for those who decide. */
const AMONG_THEM = {
  ...PANEL,
  [FILE]: {
    ...LIFECYCLE,
    transitions: LIFECYCLE.transitions.map((step) =>
      step.action === 'reject' ? { ...step, readers: ['operator', 'auditor'] } : step,
    ),
  },
} as typeof PANEL

const PEOPLE = { author: 'unit', one: 'operator', two: 'operator', auditor: 'auditor' } as const
type Name = keyof typeof PEOPLE

let app: TestApp
let tokens: Record<Name, string>
beforeAll(async () => {
  app = await createTestApp({ model: modelWith(AMONG_THEM) })
  tokens = await signInAll(app, PEOPLE)
}, 120_000)
afterAll(() => app?.close())

interface Whole {
  readonly id: string
  readonly status: string
  readonly statusReason: string | null
}
const WORDS = '论证不足，指标无法验证'
const get = async <T>(path: string, by: Name) =>
  (await app.get<T>(`/newapi/${path}`, { token: tokens[by] })).data

test('detail, lists and own publications show a restricted reason only to readers of the transition', async () => {
  const body = { title: '揭榜方案', amount: 20 }
  const { data, text } = await app.post<Whole>('/newapi/panel/add', body, { token: tokens.author })
  expect(data?.id, text).toBeTruthy()
  await get(`panel/submit?id=${data.id}`, 'author')
  for (const by of ['one', 'two'] as const) {
    const said = { id: data.id, reason: WORDS }
    const done = await app.post('/newapi/panel/reject', said, { token: tokens[by] })
    expect(done.status, done.text).toBe(200)
  }
  const seen = async (by: Name) => [
    await get<Whole>(`panel/info/${data.id}`, by),
    (await get<{ list: readonly Whole[] }>('panel/list?status=barred', by)).list[0],
  ]
  for (const by of ['one', 'auditor'] as const)
    for (const item of await seen(by))
      expect(item, by).toMatchObject({ status: 'barred', statusReason: WORDS })
  const own = (await get<{ list: readonly Whole[] }>('api/publication/list', 'author')).list
  for (const item of [...(await seen('author')), own.find(({ id }) => id === data.id)]) {
    expect(item).toMatchObject({ status: 'barred', statusReason: null })
    expect(JSON.stringify(item)).not.toContain(WORDS)
  }
})
