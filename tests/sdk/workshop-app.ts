// Provides the workshop portal over HTTP with hooks that each test chooses, and the people who use it.
import { sql } from 'kysely'
import { deadlineTask } from '#server/content/workflow/deadlines.ts'
import type { Handlers, HookCall, Hooks, TypeHooks } from '#server/platform/call.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { WORKSHOP } from '../portals/workshop.ts'
import { createTestApp, type TestApp } from '../server/support/test-app.ts'

export interface Made {
  readonly id: string
  readonly status: string
  readonly revision: number
}

/** One portal with its clock; hooks are changed between calls. */
export async function openWorkshop(handlers: Handlers = {}) {
  let now = new Date('2026-12-01T01:00:00Z')
  const hooks = new Map<string, TypeHooks>()
  const app: TestApp = await createTestApp({
    root: WORKSHOP,
    code: { handlers, hooks: hooks as Hooks },
    clock: () => now,
  })
  const tokens = new Map<string, string>()
  const signIn = async () => {
    for (const [name, role] of [
      ['keeper', 'keeper'],
      ['member', 'member'],
      ['other', 'member'],
    ] as const)
      tokens.set(name, await app.signIn(name, role))
  }
  await signIn()
  const as = (name: string) => ({ token: tokens.get(name) })
  const errors: unknown[] = []
  const addTool = async (stock = 3, more: object = {}) => {
    const kept = hooks.get('tool')
    hooks.delete('tool')
    const { data } = await app.post<Made>('/newapi/tool/add', { title: '电钻', stock, ...more }, as('keeper'))
    if (kept) hooks.set('tool', kept)
    return data.id
  }
  return {
    app,
    hooks,
    as,
    errors,
    addTool,
    borrow: async (toolId: string, more: object = {}, by = 'member') =>
      app.post<Made>('/newapi/borrowing/add', { toolId, quantity: 1, until: '2026-12-10', ...more }, as(by)),
    take: (address: string, id: string, by = 'keeper') =>
      app.get<Made>(`/newapi/${address}?id=${id}`, as(by)),
    read: async (address: string, by = 'member') =>
      app.get<Record<string, unknown>>(`/newapi/${address}`, as(by)),
    /** What is stored of a type, in no order: the clock stands still. */
    stored: async (type: string) =>
      (
        await sql<{ id: string; status: string; ownerId: string | null; body: Record<string, unknown> }>`
          select id, status, owner_id, body from item where type = ${type}`.execute(app.services.db)
      ).rows,
    audited: async () =>
      (
        await sql<{ actor: string | null; action: string; target: string | null }>`
          select actor, action, target from audit where action !~ '^(auth|session)' order by at, id`.execute(
          app.services.db,
        )
      ).rows,
    passTo: async (time: string) => {
      now = new Date(time)
      await new Scheduler(app.services, [deadlineTask], {
        onError: (_task, error) => errors.push(error),
      }).runDue()
      await signIn()
    },
    close: () => app.close(),
  }
}

export type Workshop = Awaited<ReturnType<typeof openWorkshop>>

/** Hooks that write down their names, and what they are told. */
export function recorded(
  names: readonly (keyof TypeHooks)[],
  seen: (name: string, call: HookCall) => unknown,
): TypeHooks {
  return Object.fromEntries(
    names.map((name) => [name, async (call: HookCall) => void (await seen(name, call))]),
  )
}
