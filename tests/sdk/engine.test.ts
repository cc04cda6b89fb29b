// Tests the calls of the engine in handlers and hooks: access, transactions, audit, the system, nesting, caches.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { toPortalCode } from '#server/configuration/portal-code.ts'
import type { Engine, HookCall } from '#server/platform/call.ts'
import { Failure } from '#shared/calls/errors.ts'
import * as borrowing from '../portals/workshop/handlers/borrowing.ts'
import { openWorkshop, type Workshop } from './workshop-app.ts'

interface Receipt {
  readonly id: string
  readonly title: string
  readonly status: string
}

const EXAMPLE = toPortalCode([{ file: 'borrowing.ts', module: borrowing }]).hooks
const idOf = ({ item }: HookCall) => (item as { id: string }).id

let shop: Workshop
beforeAll(async () => {
  shop = await openWorkshop()
})
afterEach(() => shop.hooks.clear())
afterAll(() => shop?.close())

/** The engine in the name of a person, as a handler of an operation gets it. */
async function engineOf(name: string): Promise<Engine> {
  const { services, sessions } = shop.app
  const state = await sessions.recognise(shop.as(name).token ?? '')
  if (state.kind !== 'open') throw new Error(state.kind)
  const handle = toPortalCode([
    {
      file: 'probe.ts',
      module: { DOOR: 1, handlers: { 'probe.engine': async ({ engine }: { engine: Engine }) => engine } },
    },
  ]).handlers['probe.engine']
  const request = { id: 'request-1', address: '127.0.0.1' }
  const call = { account: state.account, caller: state.account, request, services, params: {}, body: null }
  return (await handle?.(call as never)) as Engine
}

const refusal = (error: unknown) => (error instanceof Failure ? error.error : String(error))

describe('the example of the workshop', () => {
  test('refuses to lend more than the tool has', async () => {
    for (const [type, hooks] of EXAMPLE) shop.hooks.set(type, hooks)
    const toolId = await shop.addTool(3)
    const refused = await shop.borrow(toolId, { quantity: 4 })
    expect(refused.errors).toEqual([{ path: '/quantity', message: '现有 3 件，请减少件数' }])
    expect((await shop.borrow(toolId, { quantity: 3 })).status).toBe(200)
  })

  test('files a receipt in the transaction that lends, for the borrower', async () => {
    for (const [type, hooks] of EXAMPLE) shop.hooks.set(type, hooks)
    const { data } = await shop.borrow(await shop.addTool())
    expect((await shop.take('borrowing/accept', data.id)).status).toBe(200)
    const listed = (await shop.read('receipt/list')).data as { list: Receipt[] }
    expect(listed.list).toMatchObject([{ title: '电钻借据', status: 'filed' }])
    const entries = (await shop.audited()).slice(-2)
    expect(entries).toEqual([
      { actor: null, action: 'engine.add', target: listed.list[0]?.id },
      { actor: 'keeper', action: 'borrowing.accept', target: data.id },
    ])
  })
})

describe('a call of the engine in a handler', () => {
  test('adds, changes, moves, reads and lists as the caller, and is audited as the caller', async () => {
    const toolId = await shop.addTool(5)
    const member = await engineOf('member')
    const keeper = await engineOf('keeper')
    const added = (await member.add('borrowing', { toolId, quantity: 2, until: '2026-12-20' })) as Receipt
    expect(added.status).toBe('asked')
    await member.update('borrowing', added.id, { note: '下午来取' })
    await keeper.transition('borrowing', added.id, 'accept')
    expect(await member.get('borrowing', added.id)).toMatchObject({
      quantity: 2,
      note: '下午来取',
      status: 'lent',
    })
    const { list } = (await member.list('borrowing', { limit: 50 })) as { list: Receipt[] }
    expect(list.map(({ id }) => id)).toContain(added.id)
    expect((await shop.audited()).slice(-3).map(({ actor, action }) => [actor, action])).toEqual([
      ['member', 'borrowing.add'],
      ['member', 'borrowing.update'],
      ['keeper', 'borrowing.accept'],
    ])
  })

  test('is refused as over HTTP: without a right, for an item of others, with wrong values, in a wrong state', async () => {
    const toolId = await shop.addTool()
    const { data } = await shop.borrow(toolId)
    const [member, other, keeper] = [
      await engineOf('member'),
      await engineOf('other'),
      await engineOf('keeper'),
    ]
    const attempts = [
      member.add('receipt', { title: '借据', borrowingId: data.id }),
      other.get('borrowing', data.id),
      other.update('borrowing', data.id, { note: '我的' }),
      member.transition('borrowing', data.id, 'accept'),
      member.add('borrowing', { toolId, quantity: 0, until: '2026-12-20' }),
      keeper.transition('borrowing', data.id, 'giveBack'),
    ]
    const refused = await Promise.all(attempts.map((attempt) => attempt.catch(refusal)))
    expect(refused).toEqual(['FORBIDDEN', 'NOT_FOUND', 'NOT_FOUND', 'FORBIDDEN', 'BAD_INPUT', 'WRONG_STATE'])
    const http = await shop.app.post('/newapi/receipt/add', { title: '借据' }, shop.as('member'))
    expect(http.status).toBe(403)
  })

  test('sees no field that is hidden from the caller', async () => {
    const id = await shop.addTool(3, { shelfNo: 'B7' })
    expect(await (await engineOf('member')).get('tool', id)).not.toHaveProperty('shelfNo')
    expect(await (await engineOf('keeper')).get('tool', id)).toHaveProperty('shelfNo', 'B7')
  })

  test('of an unknown type or transition names it', async () => {
    const keeper = await engineOf('keeper')
    await expect(keeper.get('tol', 'x')).rejects.toThrow('没有内容类型“tol”')
    await expect(keeper.transition('tool', 'x', 'fly')).rejects.toThrow('没有接口 fly')
    await expect(keeper.asSystem().transition('tool', await shop.addTool(), 'fly')).rejects.toThrow('fly')
  })
})

describe('a call by the system', () => {
  test('writes what no role may, and is audited as the system', async () => {
    const { data } = await shop.borrow(await shop.addTool())
    const system = (await engineOf('member')).asSystem()
    await system.transition('borrowing', data.id, 'accept')
    await system.update('borrowing', data.id, { note: '系统备注' })
    expect(await system.get('borrowing', data.id)).toMatchObject({
      status: 'lent',
      note: '系统备注',
      quantity: 1,
    })
    expect((await shop.audited()).slice(-2)).toEqual([
      { actor: null, action: 'engine.transition', target: data.id },
      { actor: null, action: 'engine.update', target: data.id },
    ])
    const { list } = (await system.list('borrowing', { status: 'lent', limit: 50 })) as { list: Receipt[] }
    expect(list.map(({ id }) => id)).toContain(data.id)
  })

  test('is validated by the form, by references and by the state', async () => {
    const toolId = await shop.addTool()
    const { data } = await shop.borrow(toolId)
    const system = (await engineOf('member')).asSystem()
    const attempts = [
      system.update('borrowing', data.id, { quantity: 0 }),
      system.update('borrowing', data.id, { colour: 'red' }),
      system.add('receipt', { title: '借据', borrowingId: 'nothing' }),
      system.transition('borrowing', data.id, 'giveBack'),
      system.get('borrowing', 'nothing'),
    ]
    expect(await Promise.all(attempts.map((attempt) => attempt.catch(refusal)))).toEqual([
      'BAD_INPUT',
      'BAD_INPUT',
      'BAD_INPUT',
      'WRONG_STATE',
      'NOT_FOUND',
    ])
  })
})

describe('a call of the engine in a hook', () => {
  test('that is refused rolls back the write and all calls before it', async () => {
    const { data } = await shop.borrow(await shop.addTool())
    const before = (await shop.stored('receipt')).length
    const entries = (await shop.audited()).length
    shop.hooks.set('borrowing', {
      afterTransition: async (call) => {
        const system = call.engine.asSystem()
        await system.add('receipt', { title: '第一张', borrowingId: idOf(call) })
        await system.add('receipt', { borrowingId: idOf(call) })
      },
    })
    const refused = await shop.take('borrowing/accept', data.id)
    expect(refused).toMatchObject({ status: 400, errors: [{ path: '/title' }] })
    expect(await shop.stored('receipt')).toHaveLength(before)
    expect((await shop.audited()).length).toBe(entries)
    shop.hooks.clear()
    expect((await shop.read(`borrowing/info/${data.id}`)).data.status).toBe('asked')
  })

  test('that is refused and caught leaves nothing behind, and the write goes on', async () => {
    const { data } = await shop.borrow(await shop.addTool())
    shop.hooks.set('borrowing', {
      afterTransition: async (call) => {
        const system = call.engine.asSystem()
        await system.add('receipt', { title: '留下', borrowingId: idOf(call) })
        shop.hooks.set('receipt', {
          afterPersist: () => {
            throw new Failure('WRONG_STATE')
          },
        })
        await system.add('receipt', { title: '撤销', borrowingId: idOf(call) }).catch(() => undefined)
      },
    })
    expect((await shop.take('borrowing/accept', data.id)).data.status).toBe('lent')
    const filed = (await shop.stored('receipt')).filter(({ body }) => body.borrowingId === data.id)
    expect(filed.map(({ body }) => body.title)).toEqual(['留下'])
  })

  test('is refused with the rights of the caller, and the write with it', async () => {
    const toolId = await shop.addTool()
    shop.hooks.set('borrowing', {
      afterPersist: ({ engine, item }) =>
        engine.add('receipt', { title: '借据', borrowingId: (item as { id: string }).id }),
    })
    const before = (await shop.stored('borrowing')).length
    expect((await shop.borrow(toolId)).status).toBe(403)
    expect(await shop.stored('borrowing')).toHaveLength(before)
  })

  test('sees what the write has stored, and calls made at once go one after the other', async () => {
    const { data } = await shop.borrow(await shop.addTool())
    const seen: unknown[] = []
    shop.hooks.set('borrowing', {
      afterTransition: async (call) => {
        const { engine } = call
        const one = (title: string) => engine.add('receipt', { title, borrowingId: idOf(call) })
        const added = (await Promise.all([one('甲'), one('乙')])) as { id: string }[]
        const item = (await engine.get('borrowing', idOf(call))) as { status: string }
        seen.push(item.status, added.length)
      },
    })
    expect((await shop.take('borrowing/accept', data.id)).status).toBe(200)
    expect(seen).toEqual(['lent', 2])
  })

  test('that is not awaited is a fault, and nothing is stored', async () => {
    const toolId = await shop.addTool()
    const before = (await shop.stored('borrowing')).length
    shop.hooks.set('borrowing', {
      afterPersist: ({ engine }) =>
        void engine
          .asSystem()
          .list('receipt')
          .catch(() => undefined),
    })
    expect((await shop.borrow(toolId)).status).toBe(500)
    expect(await shop.stored('borrowing')).toHaveLength(before)
  })

  test('of its own type ends at the limit of depth with an error that names the hook', async () => {
    const member = await engineOf('member')
    const toolId = await shop.addTool()
    const before = (await shop.stored('borrowing')).length
    const body = { toolId, quantity: 1, until: '2026-12-20' }
    let ran = 0
    shop.hooks.set('borrowing', {
      afterPersist: async ({ engine }) => {
        ran += 1
        await engine.add('borrowing', body)
      },
    })
    const error = await member.add('borrowing', body).catch(String)
    expect([error, ran]).toEqual(['Error: 钩子相互调用超过 5 层，最后一个是 borrowing.afterPersist', 5])
    expect(await shop.stored('borrowing')).toHaveLength(before)
  })

  test('expires the cached answers of every type that it has written', async () => {
    const toolId = await shop.addTool(9)
    const { data } = await shop.borrow(toolId)
    const stock = async () =>
      (await shop.app.get<{ stock: number }>(`/newapi/tool/info/${toolId}`)).data.stock
    expect(await stock()).toBe(9)
    shop.hooks.set('borrowing', {
      afterTransition: ({ engine }) => engine.asSystem().update('tool', toolId, { stock: 8 }),
    })
    await shop.take('borrowing/accept', data.id)
    expect(await stock()).toBe(8)
  })

  test('runs in a transition by a timer as the system only, as a visitor is refused', async () => {
    const lend = async () => {
      const { data } = await shop.borrow(await shop.addTool(), { until: '2026-12-02' })
      await shop.take('borrowing/accept', data.id)
      return data.id
    }
    const id = await lend()
    shop.hooks.set('borrowing', {
      afterTransition: (call) =>
        call.engine.asSystem().add('receipt', { title: '催还', borrowingId: idOf(call) }),
    })
    await shop.passTo('2026-12-04T00:00:00Z')
    expect(shop.errors).toEqual([])
    const found = (await shop.stored('receipt')).filter(({ body }) => body.borrowingId === id)
    expect(found.map(({ body }) => body.title)).toEqual(['催还'])
    shop.hooks.clear()
    const second = await lend()
    shop.hooks.set('borrowing', {
      afterTransition: (call) => call.engine.add('receipt', { title: '催还', borrowingId: idOf(call) }),
    })
    await shop.passTo('2026-12-05T00:00:00Z')
    expect(shop.errors.map(refusal)).toEqual(['SIGN_IN_REQUIRED'])
    shop.hooks.clear()
    expect((await shop.read(`borrowing/info/${second}`)).data.status).toBe('lent')
  })
})

describe('afterRead', () => {
  const TITLED = {
    afterRead: async ({ item, caller }: HookCall) => ({
      ...(item as object),
      reader: caller?.id ?? 'nobody',
    }),
  }

  test('adds fields to details and lists for each reader, also where the answer is cached', async () => {
    const id = await shop.addTool()
    shop.hooks.set('tool', TITLED)
    const readersAt = async (address: string) => {
      const answers = [shop.app.get(`/newapi/${address}`), shop.read(address), shop.read(address, 'other')]
      return (await Promise.all(answers)).map(({ data }) => {
        const [item = data] = (data as { list?: unknown[] }).list ?? []
        return (item as { reader?: string }).reader
      })
    }
    for (const _time of ['read', 'cached'])
      for (const address of [`tool/info/${id}`, 'tool/list'])
        expect(await readersAt(address)).toEqual(['nobody', 'member', 'other'])
  })

  test('hides fields, but not what identifies the item', async () => {
    const id = await shop.addTool(4)
    shop.hooks.set('tool', { afterRead: () => ({ title: '保密' }) })
    const { data } = await shop.app.get(`/newapi/tool/info/${id}`)
    expect(data).toMatchObject({ id, type: 'tool', title: '保密' })
    expect(data).not.toHaveProperty('stock')
  })

  test('gets no field that is hidden from the reader, and reads others with the reader’s rights only', async () => {
    const id = await shop.addTool(4, { shelfNo: 'C3' })
    const told: unknown[] = []
    shop.hooks.set('tool', {
      afterRead: async ({ item, engine, ...rest }) => {
        told.push((item as { shelfNo?: string }).shelfNo, Object.keys(engine), 'db' in rest)
      },
    })
    await shop.read(`tool/info/${id}`, 'member')
    expect(told).toEqual([undefined, ['get', 'list'], false])
    told.length = 0
    await shop.read(`tool/info/${id}`, 'keeper')
    expect(told[0]).toBe('C3')
  })
})
