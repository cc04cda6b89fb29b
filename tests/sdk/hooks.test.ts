// Tests the hooks of a portal's own code: their order in every way of writing, refusals, limits.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { HookCall } from '#server/platform/call.ts'
import { Failure } from '#shared/calls/errors.ts'
import { HOOK_NAMES } from '#shared/calls/hook-names.ts'
import { judgeTable } from '../server/transfer/import/send-table.ts'
import { type Made, openWorkshop, recorded, type Workshop } from './workshop-app.ts'

const WRITING = HOOK_NAMES.filter((name) => name !== 'afterRead')

let shop: Workshop
beforeAll(async () => {
  shop = await openWorkshop()
})
afterEach(() => shop.hooks.clear())
afterAll(() => shop?.close())

/** Runs `work` and returns the hooks of the type that ran in it, with what `tell` says of each. */
async function ranIn(
  type: string,
  work: () => Promise<{ status: number; text: string } | undefined>,
  tell: (call: HookCall) => unknown = () => undefined,
) {
  const ran: unknown[] = []
  shop.hooks.set(
    type,
    recorded(WRITING, (name, call) => {
      const told = tell(call)
      ran.push(told === undefined ? name : [name, told])
    }),
  )
  const answer = await work()
  if (answer && answer.status !== 200) throw new Error(answer.text)
  shop.hooks.delete(type)
  return ran
}

const PERSISTED = ['beforePersist', 'afterPersist']
const MOVED = ['beforeTransition', 'afterTransition']

describe('hooks run once', () => {
  test('in an addition, around the validation and the storing', async () => {
    const toolId = await shop.addTool()
    const ran = await ranIn(
      'borrowing',
      () => shop.borrow(toolId),
      ({ caller, item }) => [caller?.id, (item as { status?: string } | undefined)?.status],
    )
    expect(ran).toEqual([
      ['beforeValidate', ['member', undefined]],
      ['beforePersist', ['member', 'asked']],
      ['afterPersist', ['member', 'asked']],
    ])
  })

  test('in an update, with the item before and after', async () => {
    const { data } = await shop.borrow(await shop.addTool())
    const change = { ...(await shop.read(`borrowing/info/${data.id}`)).data, note: '急用' }
    const { toolId, quantity, until, note } = change as Record<string, unknown>
    const body = { id: data.id, revision: 1, toolId, quantity, until, note }
    const ran = await ranIn(
      'borrowing',
      () => shop.app.post('/newapi/borrowing/update', body, shop.as('member')),
      ({ item, before }) => [
        (before?.body as { note?: string })?.note ?? '',
        (item as { body: { note?: string } }).body.note ?? '',
      ],
    )
    expect(ran).toEqual([
      ['beforeValidate', ['', '']],
      ['beforePersist', ['', '急用']],
      ['afterPersist', ['', '急用']],
    ])
  })

  test('in a call that sets single fields', async () => {
    const id = await shop.addTool()
    const ran = await ranIn('tool', () =>
      shop.app.post('/newapi/tool/setStock', { id, stock: 7 }, shop.as('keeper')),
    )
    expect(ran).toEqual(['beforeValidate', ...PERSISTED])
  })

  test('in a draft, and in its submission together with those of the transition', async () => {
    const draft = { title: '角磨机' }
    const token = shop.as('member')
    let id = ''
    const saved = await ranIn('wish', async () => {
      const answer = await shop.app.post<Made>('/newapi/wish/save?submit=false', draft, token)
      id = answer.data?.id
      return answer
    })
    expect(saved).toEqual(['beforeValidate', ...PERSISTED])
    const whole = { id, ...draft, reason: '修栏杆' }
    const submitted = await ranIn('wish', () => shop.app.post('/newapi/wish/save', whole, token))
    expect(submitted).toEqual(['beforeValidate', 'beforeTransition', ...PERSISTED, 'afterTransition'])
  })

  test('in a transition by a person, with its states', async () => {
    const { data } = await shop.borrow(await shop.addTool())
    const ran = await ranIn(
      'borrowing',
      () => shop.take('borrowing/accept', data.id),
      ({ transition, item }) => [transition?.from, transition?.to, (item as { status: string }).status],
    )
    expect(ran).toEqual([
      ['beforeTransition', ['asked', 'lent', 'asked']],
      ['afterTransition', ['asked', 'lent', 'lent']],
    ])
  })

  test('for each item of a bulk transition, of which a refused one keeps its state', async () => {
    const toolId = await shop.addTool()
    const ids = [await shop.borrow(toolId), await shop.borrow(toolId)].map(({ data }) => data.id)
    shop.hooks.set('borrowing', {
      beforeTransition: async ({ item }) => {
        if ((item as { id: string }).id === ids[0]) throw new Failure('WRONG_STATE', { message: '盘点中' })
      },
    })
    const body = { action: 'accept', items: ids.map((id) => ({ id })) }
    const answer = await shop.app.post<{ results: object[] }>(
      '/newapi/borrowing/bulk',
      body,
      shop.as('keeper'),
    )
    expect(answer.data.results).toMatchObject([
      { ok: false, msg: '盘点中' },
      { ok: true, status: 'lent' },
    ])
    const rows = await shop.stored('borrowing')
    expect(ids.map((id) => rows.find((row) => row.id === id)?.status)).toEqual(['asked', 'lent'])
  })

  test('in a transition by a timer, which has no caller', async () => {
    const { data } = await shop.borrow(await shop.addTool(), { until: '2026-12-02' })
    await shop.take('borrowing/accept', data.id)
    const ran = await ranIn(
      'borrowing',
      async () => void (await shop.passTo('2026-12-03T00:00:00Z')),
      ({ caller, transition }) => [caller, transition?.to],
    )
    expect(ran).toEqual(MOVED.map((name) => [name, [null, 'late']]))
  })

  test('for each row of an import, before and after its item is stored', async () => {
    const token = shop.as('keeper').token ?? ''
    const rows: string[] = []
    shop.hooks.set('tool', {
      beforeValidate: async ({ body }) => ({ ...(body as object), shelfNo: 'A1' }),
      afterPersist: async ({ item }) => void rows.push((item as { body: { title: string } }).body.title),
    })
    const content = '名称,件数\r\n手锯,2\r\n卷尺,5'
    const { id, right } = await judgeTable(shop.app, token, { content, type: 'tool', category: '' })
    expect(right).toBe(2)
    const done = await shop.app.post('/newapi/api/import/confirm', { id }, { token })
    expect([done.data, rows]).toMatchObject([{ imported: 2 }, ['手锯', '卷尺']])
    const saw = (await shop.stored('tool')).find(({ body }) => body.title === '手锯')
    expect(saw?.body).toMatchObject({ stock: 2, shelfNo: 'A1' })
  })
})

describe('a refusal by a hook', () => {
  test('of an import names the row, and no row is stored', async () => {
    const token = shop.as('keeper').token ?? ''
    shop.hooks.set('tool', {
      beforePersist: async ({ item }) => {
        const { title } = (item as { body: { title: string } }).body
        if (title === '坏锯') throw new Failure('WRONG_STATE', { message: '不收坏的' })
      },
    })
    const content = '名称,件数\r\n好锯,2\r\n坏锯,5'
    const { id } = await judgeTable(shop.app, token, { content, type: 'tool', category: '' })
    const refused = await shop.app.post('/newapi/api/import/confirm', { id }, { token })
    expect([refused.status, refused.msg]).toEqual([409, '第 3 行：不收坏的'])
    expect((await shop.stored('tool')).filter(({ body }) => body.title === '好锯')).toEqual([])
  })

  test.each(['beforeValidate', 'beforePersist', 'afterPersist'] as const)(
    'in %s answers the call and stores nothing',
    async (name) => {
      const toolId = await shop.addTool()
      const before = (await shop.stored('borrowing')).length
      shop.hooks.set('borrowing', {
        [name]: () => {
          throw new Failure('BAD_INPUT', { errors: [{ path: '/quantity', message: '太多了' }] })
        },
      })
      const refused = await shop.borrow(toolId)
      expect(refused).toMatchObject({ status: 400, errors: [{ path: '/quantity', message: '太多了' }] })
      expect(await shop.stored('borrowing')).toHaveLength(before)
    },
  )

  test('after a transition leaves the state as it was', async () => {
    const { data } = await shop.borrow(await shop.addTool())
    shop.hooks.set('borrowing', {
      afterTransition: () => {
        throw new Failure('WRONG_STATE')
      },
    })
    expect((await shop.take('borrowing/accept', data.id)).status).toBe(409)
    shop.hooks.clear()
    expect((await shop.read(`borrowing/info/${data.id}`)).data.status).toBe('asked')
  })

  test('by another error is a fault of the server without its words, and stores nothing', async () => {
    const toolId = await shop.addTool()
    const before = (await shop.stored('borrowing')).length
    shop.hooks.set('borrowing', {
      afterPersist: async () => {
        throw new Error('secret words')
      },
    })
    const failed = await shop.borrow(toolId)
    expect([failed.status, failed.code, failed.text.includes('secret')]).toEqual([500, 500, false])
    expect(await shop.stored('borrowing')).toHaveLength(before)
  })

  test('comes after five seconds to a hook that does not end, whose queries reach the database no more', async () => {
    const toolId = await shop.addTool()
    const before = (await shop.stored('borrowing')).length
    let late: Promise<unknown> = Promise.resolve()
    shop.hooks.set('borrowing', {
      afterPersist: ({ engine }) => {
        late = new Promise((resolve) => setTimeout(resolve, 5_200)).then(() =>
          engine.asSystem().add('receipt', { title: '借据' }).catch(String),
        )
        return late
      },
    })
    expect((await shop.borrow(toolId)).status).toBe(500)
    expect(await late).toContain('钩子 borrowing.afterPersist 已经结束')
    shop.hooks.clear()
    expect(await shop.stored('borrowing')).toHaveLength(before)
    expect(await shop.borrow(toolId)).toMatchObject({ status: 200 })
  }, 20_000)
})

test('what beforeValidate returns is validated like what was sent', async () => {
  const toolId = await shop.addTool()
  shop.hooks.set('borrowing', { beforeValidate: ({ body }) => ({ ...(body as object), note: '经手人：王' }) })
  const { data } = await shop.borrow(toolId)
  expect((await shop.read(`borrowing/info/${data.id}`)).data.note).toBe('经手人：王')
  shop.hooks.set('borrowing', { beforeValidate: ({ body }) => ({ ...(body as object), quantity: 0 }) })
  expect(await shop.borrow(toolId)).toMatchObject({ status: 400, errors: [{ path: '/quantity' }] })
})

test('a repeated call with the same idempotency key runs no hook of the transaction again', async () => {
  const toolId = await shop.addTool()
  const ran: string[] = []
  shop.hooks.set(
    'borrowing',
    recorded(PERSISTED as never, (name) => void ran.push(name)),
  )
  const send = () =>
    shop.app.post<Made>(
      '/newapi/borrowing/add',
      { toolId, quantity: 1, until: '2026-12-10' },
      { ...shop.as('member'), headers: { 'Idempotency-Key': 'once-1' } },
    )
  const [first, second] = [await send(), await send()]
  expect(second.data.id).toBe(first.data.id)
  expect(ran).toEqual(PERSISTED)
})
