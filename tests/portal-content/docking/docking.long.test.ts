// Tests docking: submission of schemes for a demand, visibility, and decisions of the demand owner.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { ONE_DATABASE } from '../../server/platform/database/each-database.ts'
import { DEMAND } from '../../server/support/demand.ts'
import { oneOfEach } from '../../server/support/one-of-each.ts'
import { callsOf, signInAll } from '../../server/support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

const DAY = 86_400_000
const START = new Date('2026-11-21T02:00:00Z')
const PEOPLE = {
  buyer: 'unit',
  supplier: 'supplier',
  rival: 'supplier',
  leaver: 'supplier',
  boss: 'operator',
  checker: 'auditor',
} as const
type Person = 'visitor' | keyof typeof PEOPLE

const SECRET = {
  price: 98.76,
  deliveryDays: 777,
  contactName: '暗号联系人',
  contactMobile: '13912345678',
  content: '暗号内容：采用两级串联，分三批交付。',
}
const SCHEME = { title: '垂直式排水车成套方案', summary: '成熟型号，配套培训。', ...SECRET }
const WORDS = '技术路线合适，请于下周一上午来面谈。'

interface Scheme {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly statusReason: string | null
  readonly changeStatus?: string | null
  readonly price?: number
  readonly contactMobile?: string
  readonly actions?: readonly { readonly action: string }[]
}
interface List {
  readonly list: readonly Scheme[]
  readonly totalCount: number
}

/** What a demand is written with. */
const DEMANDED = [
  'title',
  'demandType',
  'urgency',
  'sysCategoryId',
  'application',
  'quantity',
  'unit',
  'technicalRequirement',
  'deadline',
  'contactName',
  'contactMobile',
] as const

describe.each(ONE_DATABASE)('docking of demands and schemes on $name', (database) => {
  let app: TestApp
  let now = START
  const tokens: Partial<Record<Person, string>> = {}
  beforeAll(async () => {
    app = await createTestApp({ database, clock: () => now })
    Object.assign(tokens, await signInAll(app, PEOPLE))
  })
  afterAll(() => app.close())

  const { get, post } = callsOf(() => app, tokens)
  const done = async (who: Person, url: string) => {
    const answer = await get<Scheme>(who, url)
    expect(answer.msg, url).toBe('success')
    return answer.data
  }
  const say = (words: string) => `reason=${encodeURIComponent(words)}`

  let published = 0
  /** Of one title a buyer has one. */
  async function publishDemand(more: object = {}): Promise<string> {
    published += 1
    const { data, msg } = await post<{ id: string }>('buyer', '/demand/add', {
      ...DEMAND,
      title: `${DEMAND.title}，第 ${published} 批`,
      ...more,
    })
    expect(msg).toBe('success')
    await done('boss', `/demand/online?id=${data.id}`)
    return data.id
  }

  /** How many each has handed in for each demand: of one title there is one. */
  const handed = new Map<string, number>()
  async function handIn(demandId: string, who: Person = 'supplier', more: object = {}): Promise<string> {
    const key = `${who} ${demandId}`
    const before = handed.get(key) ?? 0
    handed.set(key, before + 1)
    const answer = await post<{ id: string; status: string }>(who, '/demandScheme/add', {
      demandId,
      ...SCHEME,
      title: `${SCHEME.title}${'续'.repeat(before)}`,
      ...more,
    })
    expect(answer.msg).toBe('success')
    expect(answer.data.status).toBe('pending')
    return answer.data.id
  }

  async function online(demandId: string, who?: Person): Promise<string> {
    const id = await handIn(demandId, who)
    await done('boss', `/demandScheme/online?id=${id}`)
    return id
  }

  const listOf = async (who: Person, demandId: string): Promise<List> =>
    (await get<List>(who, `/demandScheme/list?demandId=${demandId}`)).data
  const infoOf = async (who: Person, id: string) => get<Scheme>(who, `/demandScheme/info/${id}`)
  const actionsOf = async (who: Person, id: string) =>
    (await infoOf(who, id)).data.actions?.map(({ action }) => action) ?? []

  describe('pending scheme', () => {
    test('is visible to its author, operators and auditors only', async () => {
      const demand = await publishDemand()
      const id = await handIn(demand)
      const seen = { visitor: 0, buyer: 0, rival: 0, supplier: 1, boss: 1, checker: 1 } as const
      for (const [who, count] of Object.entries(seen) as [Person, number][]) {
        expect(await listOf(who, demand), who).toMatchObject({ totalCount: count })
        expect((await infoOf(who, id)).status, who).toBe(count ? 200 : 404)
      }
    })

    test('is refused with a reason that its author reads, and can be submitted again', async () => {
      const id = await handIn(await publishDemand())
      expect((await get('boss', `/demandScheme/refuse?id=${id}`)).status).toBe(400)
      await done('boss', `/demandScheme/refuse?id=${id}&${say('请补充检测报告')}`)
      expect((await infoOf('supplier', id)).data).toMatchObject({
        status: 'refused',
        statusReason: '请补充检测报告',
        statusWords: '审核意见',
      })
      await done('supplier', `/demandScheme/submit?id=${id}`)
      expect((await infoOf('supplier', id)).data.status).toBe('pending')
    })
  })

  describe('scheme submitted under a demand with private schemes', () => {
    const open = async (demandId: string) => {
      const own = (await get<Record<string, unknown>>('buyer', `/demand/info/${demandId}`)).data
      const stands = Object.fromEntries(Object.keys(DEMAND).map((name) => [name, own[name]]))
      const next = { ...stands, id: demandId, revision: own.revision, schemeDisclosure: '2' }
      return post<{ revision: number }>('buyer', '/demand/update', next)
    }
    const message = '已有 1 份需求方案是在不公开时提交的，“方案公开方式”不能再改为公开'
    const REFUSED = { status: 400, errors: [{ path: '/schemeDisclosure', message }] }

    test('prevents the demand from making schemes public', async () => {
      const demandId = await publishDemand()
      const id = await online(demandId)
      expect(await open(demandId)).toMatchObject(REFUSED)
      expect((await infoOf('visitor', id)).status).toBe(404)
    })

    test('prevents approval of an earlier change to public schemes until the scheme is deleted', async () => {
      const demandId = await publishDemand()
      const { revision } = (await open(demandId)).data
      const id = await online(demandId)
      expect(await get('boss', `/demand/online?id=${demandId}&change=${revision}`)).toMatchObject(REFUSED)
      await done('supplier', `/demandScheme/delete?id=${id}`)
      await done('boss', `/demand/online?id=${demandId}&change=${revision}`)
      const info = await get('visitor', `/demand/info/${demandId}`)
      expect(info.data).toMatchObject({ schemeDisclosure: '2' })
    })
  })

  test('refuses a scheme by the owner of the demand', async () => {
    const demandId = await publishDemand()
    const answer = await post('buyer', '/demandScheme/add', { demandId, ...SCHEME })
    expect(answer).toMatchObject({ status: 403, msg: '所属需求由您本人发布，不能为其提交需求方案' })
    expect((await listOf('boss', demandId)).totalCount).toBe(0)
  })

  test('refuses a second scheme of one author with the same title for one demand, and names the first', async () => {
    const [demandId, another] = [await publishDemand(), await publishDemand()]
    const tryTo = (more: object = {}) =>
      post<{ id: string }>('supplier', '/demandScheme/add', { demandId, ...SCHEME, ...more })
    const both = await Promise.all([tryTo(), tryTo({ price: 2 })])
    const [first, refused] = [...both].sort((a, b) => a.status - b.status)
    expect([first?.status, refused?.status]).toEqual([200, 409])
    expect(refused).toMatchObject({
      code: 40903,
      msg: expect.stringContaining('请修改原内容'),
      errors: [{ path: '/title' }],
      data: { id: first?.data.id, status: 'pending' },
    })
    expect((await tryTo({ title: ` ${SCHEME.title} `, price: 1 })).code, 'however it is spaced').toBe(40903)
    expect((await tryTo({ title: '另一份完整的方案' })).code).toBe(0)
    const plain = { demandId, title: '两家同名的方案', content: '各自不同的交付安排与说明。' }
    for (const who of ['supplier', 'rival'] as const)
      expect((await post(who, '/demandScheme/add', plain)).code, who).toBe(0)
    expect((await tryTo({ demandId: another })).code, 'for another demand').toBe(0)
    const { data: other } = await tryTo({ title: '第三份完整的方案' })
    const renamed = { ...SCHEME, demandId, id: other.id, revision: 1 }
    expect((await post('supplier', '/demandScheme/update', renamed)).code).toBe(40903)
    await done('supplier', `/demandScheme/delete?id=${first?.data.id}`)
    expect((await tryTo()).code, 'the first is deleted').toBe(0)
  })

  test('refuses likes and support of a demand by its owner', async () => {
    const id = await publishDemand()
    expect((await get('buyer', `/demand/like?id=${id}`)).status).toBe(403)
    const named = { dataType: 'demand', dataId: id }
    const supported = await post('buyer', '/api/support', named)
    expect(supported.msg).toBe('这是您自己发布的内容，不能支持')
    expect((await get('rival', `/demand/like?id=${id}`)).status).toBe(200)
  })

  test('refuses a list of schemes without a demand with 400', async () => {
    for (const who of ['visitor', 'supplier', 'boss'] as const)
      expect((await get(who, '/demandScheme/list?status=online')).status, who).toBe(400)
  })

  describe('approved private scheme', () => {
    let demand: string
    let id: string
    beforeAll(async () => {
      demand = await publishDemand()
      id = await online(demand)
    })

    test('shows the demand owner price, delivery, contact and content', async () => {
      expect((await infoOf('buyer', id)).data).toMatchObject({
        ...SECRET,
        contactMobile: '139****5678',
        status: 'online',
      })
      const { list, totalCount } = await listOf('buyer', demand)
      expect(totalCount).toBe(1)
      expect(list).toMatchObject([{ id, price: SECRET.price, contactName: SECRET.contactName }])
      const received = await get<List>('buyer', '/demandScheme/list?received=true')
      expect(received.data.list.map((scheme) => scheme.id)).toContain(id)
    })

    test('is in no answer and no count for visitors and other members', async () => {
      // Of those about other types, everyday runs ask one for each action.
      const asked = oneOfEach(app.source.model.operations, ({ id: name, content }) =>
        content && !/^demand/.test(content.type) ? content.action : name,
      )
      for (const who of ['visitor', 'rival'] as const) {
        expect(await listOf(who, demand)).toMatchObject({ list: [], totalCount: 0 })
        for (const status of ['online', 'pending', 'adopted'])
          expect(
            (await get<List>(who, `/demandScheme/list?status=${status}&ids=${id}`)).data.totalCount,
          ).toBe(0)
        expect((await infoOf(who, id)).status).toBe(404)
        expect((await get(who, `/demandSchemeComment/list?dataId=${id}`)).status).toBe(404)
        const { data } = await get<readonly { type: string }[]>(who, '/stat/overview')
        expect(JSON.stringify(data)).not.toContain('demandScheme')
        for (const operation of asked)
          expect(await leaks(who, operation, demand, id), `${operation.id} for ${who}`).toBe(false)
        if (who === 'rival') tokens.rival = await app.signIn('rival') // some of these calls end the session
      }
      expect((await get<List>('rival', '/demandScheme/list?received=true')).data.totalCount).toBe(0)
      expect((await get('visitor', '/demandScheme/list?received=true')).status).toBe(401)
      for (const action of ['accept', 'decline', 'withdraw', 'delete'])
        expect((await get('rival', `/demandScheme/${action}?id=${id}&${say('我来')}`)).status).toBe(404)
    })

    test('has different actions for demand owner, author and operator, and refuses accept to others', async () => {
      expect((await actionsOf('buyer', id)).sort()).toEqual(['accept', 'decline'])
      expect((await actionsOf('supplier', id)).sort()).toEqual(['delete', 'withdraw'])
      expect((await actionsOf('boss', id)).sort()).toEqual(['delete', 'offline'])
      expect(await actionsOf('checker', id)).toEqual([])
      expect((await get('supplier', `/demandScheme/accept?id=${id}&${say('好')}`)).status).toBe(403)
      expect((await get('boss', `/demandScheme/accept?id=${id}&${say('好')}`)).status).toBe(403)
    })

    test('is accepted with a reason that its author reads, who then sees the contact of the demand', async () => {
      const contact = async (who: Person) =>
        (await get<{ contactMobile?: string }>(who, `/demand/info/${demand}`)).data.contactMobile
      expect(await contact('supplier')).toBeUndefined()
      expect((await get('buyer', `/demandScheme/accept?id=${id}`)).errors).toMatchObject([
        { path: '/reason' },
      ])
      await done('buyer', `/demandScheme/accept?id=${id}&${say(WORDS)}`)
      expect((await infoOf('supplier', id)).data).toMatchObject({
        status: 'adopted',
        statusReason: WORDS,
        statusWords: '需求方意见',
      })
      const mine = await get<List>('supplier', '/demandScheme/list?mine=true&status=adopted')
      expect(mine.data.list).toMatchObject([{ id, statusReason: WORDS, statusWords: '需求方意见' }])
      expect((await listOf('buyer', demand)).list).toMatchObject([
        { id, status: 'adopted', statusReason: WORDS },
      ])
      expect(await listOf('rival', demand)).toMatchObject({ totalCount: 0 })
      expect(await contact('supplier')).toBe('138****1111')
      expect(await contact('rival')).toBeUndefined()
      expect(await contact('visitor')).toBeUndefined()
    })

    test('refuses withdrawal, edits and decisions with 409 once it is accepted', async () => {
      for (const [who, action] of [
        ['supplier', 'withdraw'],
        ['buyer', 'decline'],
        ['buyer', 'accept'],
      ] as const)
        expect((await get(who, `/demandScheme/${action}?id=${id}&${say('再想想')}`)).status).toBe(409)
      const body = { id, revision: 1, demandId: demand, ...SCHEME }
      expect((await post('supplier', '/demandScheme/update', body)).status).toBe(409)
    })

    test('does not prevent the acceptance of a second scheme', async () => {
      const second = await online(demand)
      await done('buyer', `/demandScheme/accept?id=${second}&${say('也请供货一辆')}`)
      expect((await listOf('buyer', demand)).list.map(({ status }) => status)).toEqual(['adopted', 'adopted'])
    })

    test('sets the progress of the demand for all viewers once it is accepted', async () => {
      expect((await get('visitor', `/demand/info/${demand}`)).data).toMatchObject({ progress: '3' })
      const list = (await get<List>('visitor', '/demand/showlist?progress=3&limit=50')).data.list
      expect(list.map(({ id: at }) => at)).toContain(demand)
    })

    test('cannot be accepted while the progress of the demand is settled or closed', async () => {
      const third = await online(demand)
      for (const progress of ['4', '5']) {
        expect((await post('buyer', '/demand/progress', { id: demand, progress })).status).toBe(200)
        const late = await get('buyer', `/demandScheme/accept?id=${third}&${say('再来一辆')}`)
        expect([late.status, late.msg]).toEqual([
          409,
          expect.stringMatching(/对接进度已是“.+”，不能再办理“采纳”/),
        ])
      }
      expect((await infoOf('buyer', third)).data.status).toBe('online')
      await post('buyer', '/demand/progress', { id: demand, progress: '2' })
      await done('buyer', `/demandScheme/accept?id=${third}&${say('再来一辆')}`)
    })
  })

  test('accepts three schemes in parallel, and the progress of the demand changes once', async () => {
    const demand = await publishDemand()
    const ids = [await online(demand), await online(demand), await online(demand)]
    const answers = await Promise.all(
      ids.map((id) => get('buyer', `/demandScheme/accept?id=${id}&${say('请供货')}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { data } = await get<{ progress: string; revision: number }>('buyer', `/demand/info/${demand}`)
    expect(data).toMatchObject({ progress: '3', revision: 2 })
  })

  test('executes one of eight parallel decisions on a scheme; a declined scheme shows its reason', async () => {
    const demand = await publishDemand({ schemeDisclosure: '2' })
    const id = await online(demand)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        get('buyer', `/demandScheme/${at % 2 ? 'accept' : 'decline'}?id=${id}&${say(`第 ${at} 次`)}`),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const other = await online(demand)
    await done('buyer', `/demandScheme/decline?id=${other}&${say('交付太晚')}`)
    expect((await infoOf('supplier', other)).data).toMatchObject({
      status: 'declined',
      statusReason: '交付太晚',
      history: [{ words: '需求方意见', reason: '交付太晚' }, {}],
    })
    expect((await infoOf('rival', other)).status).toBe(404)
  })

  test.each(['accept', 'decline'])(
    'applies %s to the approved content of a scheme and drops its pending change',
    async (action) => {
      const [demand, foreign] = [await publishDemand(), await publishDemand()]
      const id = await online(demand)
      const update = (more: object) =>
        post('supplier', '/demandScheme/update', { id, revision: 1, demandId: demand, ...SCHEME, ...more })
      const moved = await update({ demandId: foreign })
      expect(moved.status).toBe(400)
      expect(moved.errors).toMatchObject([{ path: '/demandId' }])
      expect((await update({ title: '未经审核的标题', price: 9999 })).data).toMatchObject({
        changeStatus: 'pending',
      })
      await done('buyer', `/demandScheme/${action}?id=${id}&${say('决定')}`)
      for (const who of ['buyer', 'supplier', 'boss'] as const) {
        const { data } = await infoOf(who, id)
        expect(data).toMatchObject({ title: SCHEME.title, price: SCHEME.price, demandId: demand })
        expect(data.changeStatus ?? null).toBeNull()
      }
      expect((await get<List>('boss', '/api/moderation/queue?limit=50')).data.list).not.toContainEqual(
        expect.objectContaining({ id }),
      )
    },
  )

  test('permits authors to edit and withdraw a scheme; an edit is pending until it is approved', async () => {
    const demand = await publishDemand()
    const id = await online(demand)
    const update = (who: Person, revision: number, more: object = {}) =>
      post<Scheme>(who, '/demandScheme/update', { id, revision, demandId: demand, ...SCHEME, ...more })
    expect((await update('rival', 1)).status).toBe(404)
    expect((await update('buyer', 1)).status).toBe(403)
    expect((await update('supplier', 1, { price: 88 })).status).toBe(200)
    const { data: shown } = await get<{ change: { revision: number } }>('boss', `/demandScheme/info/${id}`)
    expect(shown).toMatchObject({ changeStatus: 'pending' })
    expect((await infoOf('buyer', id)).data).toMatchObject({ price: SECRET.price })
    expect((await infoOf('buyer', id)).data).not.toHaveProperty('change')
    await done('boss', `/demandScheme/online?id=${id}&change=${shown.change.revision}`)
    expect((await infoOf('buyer', id)).data).toMatchObject({ price: 88 })
    await done('supplier', `/demandScheme/withdraw?id=${id}`)
    expect((await infoOf('buyer', id)).status).toBe(404)
    expect((await get('buyer', `/demandScheme/accept?id=${id}&${say('好')}`)).status).toBe(404)
  })

  describe('scheme with a public summary', () => {
    let demand: string
    let id: string
    beforeAll(async () => {
      demand = await publishDemand({ schemeDisclosure: '2' })
      id = await online(demand)
    })

    test.each(['visitor', 'rival'] as const)('shows a %s its title and summary only', async (who) => {
      for (const item of [(await listOf(who, demand)).list[0], (await infoOf(who, id)).data]) {
        expect(item).toMatchObject({ id, title: SCHEME.title, summary: SCHEME.summary, statusReason: null })
        for (const name of Object.keys(SECRET)) expect(item).not.toHaveProperty(name)
      }
      const found = await get<List>(who, `/demandScheme/list?keyWord=${encodeURIComponent('暗号')}`)
      expect(found.data.totalCount).toBe(0)
    })

    test('shows the reason of its acceptance to no other user', async () => {
      await done('buyer', `/demandScheme/accept?id=${id}&${say(WORDS)}`)
      expect((await listOf('visitor', demand)).list).toMatchObject([
        { status: 'adopted', statusReason: null },
      ])
      expect((await infoOf('rival', id)).text).not.toContain(WORDS)
    })

    test('is hidden from others when the demand is withdrawn', async () => {
      expect((await listOf('visitor', demand)).totalCount).toBe(1)
      await done('buyer', `/demand/withdraw?id=${demand}`)
      expect((await listOf('visitor', demand)).totalCount).toBe(0)
      expect((await infoOf('rival', id)).status).toBe(404)
      expect((await listOf('buyer', demand)).totalCount).toBe(1)
      expect((await infoOf('supplier', id)).status).toBe(200)
    })
  })

  describe('submission of schemes for a demand', () => {
    /** Nobody’s session outlives the night. */
    const wait = async (days: number) => {
      now = new Date(START.getTime() + days * DAY)
      Object.assign(tokens, await signInAll(app, PEOPLE))
    }
    const tryTo = (demandId: string) => post('supplier', '/demandScheme/add', { demandId, ...SCHEME })

    test('is refused once the demand is withdrawn or deleted, and its schemes cannot be accepted', async () => {
      const demand = await publishDemand()
      const id = await online(demand)
      await done('buyer', `/demand/withdraw?id=${demand}`)
      expect((await tryTo(demand)).status).toBeGreaterThanOrEqual(400)
      expect((await get('buyer', `/demandScheme/accept?id=${id}&${say('好')}`)).status).toBe(409)
      expect(await actionsOf('buyer', id)).toEqual(['decline'])
      await done('buyer', `/demand/delete?id=${demand}`)
      expect((await tryTo(demand)).status).toBeGreaterThanOrEqual(400)
      expect((await infoOf('buyer', id)).status).toBe(404)
    })

    test('is refused after the deadline, also for a withdrawn scheme', async () => {
      const demand = await publishDemand({ deadline: '2026-11-22' })
      const id = await handIn(demand)
      await done('supplier', `/demandScheme/withdraw?id=${id}`)
      await wait(1)
      await handIn(demand)
      await wait(2)
      const { status, msg } = await tryTo(demand)
      expect(status).toBe(409)
      expect(msg).toMatch(/2026-11-22 截止/)
      expect((await get('supplier', `/demandScheme/submit?id=${id}`)).status).toBe(409)
      await wait(0)
    })

    test('is refused once the owner sets the progress to settled, which needs no review', async () => {
      const demand = await publishDemand()
      const settle = (who: Person, progress: string) =>
        post<Scheme>(who, '/demand/progress', { id: demand, progress })
      expect((await settle('rival', '4')).status).toBe(403)
      expect((await settle('buyer', '9')).status).toBe(400)
      expect((await settle('buyer', '2')).data).toMatchObject({ status: 'online' })
      await handIn(demand)
      await settle('buyer', '4')
      expect((await get<{ progress: string }>('visitor', `/demand/info/${demand}`)).data.progress).toBe('4')
      expect((await tryTo(demand)).status).toBe(409)
    })
  })

  describe('transition that sets a field', () => {
    test.each([{}, { progress: null }, { progress: '' }])(
      'requires the field and changes nothing without it: %j',
      async (given) => {
        const id = await publishDemand()
        expect((await post('buyer', '/demand/progress', { id, progress: '5' })).status).toBe(200)
        const answer = await post('buyer', '/demand/progress', { id, ...given })
        expect([answer.status, answer.errors]).toEqual([
          400,
          [{ path: '/progress', message: '请选择对接进度' }],
        ])
        expect((await get<{ progress: string }>('buyer', `/demand/info/${id}`)).data.progress).toBe('5')
      },
    )

    test('declares the field as required and without a default in every such operation', () => {
      const sets = app.source.model.operations.filter(({ content }) => content?.action === 'set')
      expect(sets.length).toBeGreaterThan(0)
      for (const { body, id, content } of sets) {
        expect(JSON.stringify(body), id).not.toContain('"default"')
        if (content?.fields?.length === 1) expect(body?.required, id).toEqual(['id', ...content.fields])
        else expect(body, id).toMatchObject({ minProperties: 2 })
      }
    })
  })

  describe('scheme that an operator sets offline after a decision', () => {
    const decided = async (action: string, words: string) => {
      const demand = await publishDemand()
      const id = await online(demand)
      await done('buyer', `/demandScheme/${action}?id=${id}&${say(words)}`)
      await done('boss', `/demandScheme/offline?id=${id}`)
      return { demand, id }
    }
    const update = (who: Person, id: string, revision: number, more: object) =>
      post<Scheme>(who, '/demandScheme/update', { ...SCHEME, id, revision, ...more })

    test.each([
      ['accept', 'adopted'],
      ['decline', 'declined'],
    ])('has the state and the reason of %s again when it is online', async (action, status) => {
      const { id } = await decided(action, WORDS)
      expect((await infoOf('supplier', id)).data).toMatchObject({ status: 'offline', statusReason: null })
      expect(await done('boss', `/demandScheme/online?id=${id}`)).toMatchObject({ status })
      const back = { status, statusReason: WORDS, statusWords: '需求方意见' }
      for (const who of ['supplier', 'buyer'] as const)
        expect((await infoOf(who, id)).data).toMatchObject(back)
      const mine = await get<List>('supplier', `/demandScheme/list?mine=true&status=${status}`)
      expect(mine.data.list).toContainEqual(expect.objectContaining({ id, ...back }))
      const published = await get<List>('supplier', '/api/publication/list?limit=50')
      expect(published.data.list).toContainEqual(expect.objectContaining({ id, ...back }))
    })

    test('is accepted again when it was deleted and restored', async () => {
      const { id } = await decided('accept', WORDS)
      await done('boss', `/demandScheme/delete?id=${id}`)
      await done('boss', `/operator/demandScheme/restore?id=${id}`)
      expect(await done('boss', `/demandScheme/online?id=${id}`)).toMatchObject({ status: 'adopted' })
    })

    test('is accepted again after an unchanged resubmission, even while the demand is withdrawn', async () => {
      const { demand, id } = await decided('accept', WORDS)
      await done('buyer', `/demand/withdraw?id=${demand}`)
      expect(await actionsOf('supplier', id)).toEqual(['submit', 'delete'])
      expect(await done('supplier', `/demandScheme/submit?id=${id}`)).toMatchObject({ status: 'pending' })
      expect(await done('boss', `/demandScheme/online?id=${id}`)).toMatchObject({ status: 'adopted' })
      expect((await infoOf('supplier', id)).data.statusReason).toBe(WORDS)
    })

    test('is undecided again after its author edits it, even while the demand is withdrawn', async () => {
      const { demand, id } = await decided('accept', WORDS)
      await done('buyer', `/demand/withdraw?id=${demand}`)
      const changed = await update('supplier', id, 1, { demandId: demand, summary: '改过的摘要。' })
      expect([changed.status, changed.msg]).toEqual([200, 'success'])
      await done('supplier', `/demandScheme/submit?id=${id}`)
      expect(await done('boss', `/demandScheme/online?id=${id}&revision=2`)).toMatchObject({
        status: 'online',
      })
    })

    test('cannot be moved to another demand', async () => {
      const { demand, id } = await decided('accept', WORDS)
      const foreign = await publishDemand()
      for (const who of ['supplier', 'boss'] as const) {
        const moved = await update(who, id, 1, { demandId: foreign })
        expect([who, moved.status, moved.errors]).toMatchObject([who, 400, [{ path: '/demandId' }]])
      }
      const withdrawn = await online(demand)
      await done('supplier', `/demandScheme/withdraw?id=${withdrawn}`)
      expect((await update('supplier', withdrawn, 1, { demandId: foreign })).status).toBe(400)
    })
  })

  test.each([
    ['buyer', 'withdraw'],
    ['buyer', 'offline'],
    ['boss', 'offline'],
  ] as const)(
    'shows authors of schemes the demand after %s calls %s, until it or their scheme is deleted',
    async (who, action) => {
      const demand = await publishDemand()
      const [id, other] = [await online(demand), await online(demand, 'rival')]
      await done('buyer', `/demandScheme/accept?id=${id}&${say(WORDS)}`)
      await done(who, `/demand/${action}?id=${demand}`)
      const read = await get<Scheme>('supplier', `/demand/info/${demand}`)
      expect(read.data).toMatchObject({ id: demand, contactMobile: '138****1111', actions: [] })
      const titled = { id, demandIdTitle: expect.stringContaining(DEMAND.title) }
      expect((await infoOf('supplier', id)).data).toMatchObject(titled)
      expect((await listOf('supplier', demand)).list).toContainEqual(expect.objectContaining(titled))
      const inList = async (asker: Person) =>
        (await get<List>(asker, `/demand/list?ids=${demand}`)).data.list.map((one) => one.id)
      for (const stranger of ['leaver', 'visitor'] as const) {
        expect((await get(stranger, `/demand/info/${demand}`)).status, stranger).toBe(404)
        expect(await inList(stranger), stranger).not.toContain(demand)
      }
      const applied = await get<Scheme>('rival', `/demand/info/${demand}`)
      expect(applied.data).toMatchObject({ id: demand, title: titled.demandIdTitle, actions: [] })
      expect(applied.text).not.toContain('13800001111')
      expect((await infoOf('rival', other)).data).toMatchObject({ demandIdTitle: titled.demandIdTitle })
      await done('rival', `/demandScheme/delete?id=${other}`)
      expect((await get('rival', `/demand/info/${demand}`)).status).toBe(404)
      await done('buyer', `/demand/delete?id=${demand}`)
      expect((await get('supplier', `/demand/info/${demand}`)).status).toBe(404)
      expect((await infoOf('supplier', id)).data).toMatchObject({ demandIdTitle: null })
    },
  )

  test.each([
    ['buyer', 'withdraw'],
    ['boss', 'offline'],
  ] as const)(
    'shows authors of schemes the approved demand after %s calls %s and its owner edits it',
    async (who, action) => {
      const demand = await publishDemand()
      const id = await online(demand, 'rival')
      await done(who, `/demand/${action}?id=${demand}`)
      const own = (await get<Record<string, unknown>>('buyer', `/demand/info/${demand}`)).data
      expect((await get('rival', `/demand/info/${demand}`)).status).toBe(200)
      const edited = await post<Scheme>('buyer', '/demand/update', {
        ...Object.fromEntries(DEMANDED.map((name) => [name, own[name]])),
        id: demand,
        revision: own.revision,
        title: `未经审核的新标题（${action}）`,
      })
      expect(edited.status, edited.text).toBe(200)
      const known = { title: own.title, technicalRequirement: own.technicalRequirement }
      expect((await get('rival', `/demand/info/${demand}`)).data).toMatchObject(known)
      const mine = await infoOf('rival', id)
      expect(mine.data).toMatchObject({ id, demandIdTitle: own.title })
      expect((await get('rival', `/demandScheme/list?demandId=${demand}`)).text).not.toContain('未经审核')
      if (action === 'offline') await done('buyer', `/demand/submit?id=${demand}`)
      expect((await get('rival', `/demand/info/${demand}`)).data).toMatchObject(known)
      await done('boss', `/demand/online?id=${demand}&revision=2`)
      await done('buyer', `/demand/withdraw?id=${demand}`)
      expect((await get<Scheme>('rival', `/demand/info/${demand}`)).data).toMatchObject({
        title: `未经审核的新标题（${action}）`,
      })
    },
  )

  test('records corrections of a scheme by an operator, and refuses them for fields of the author', async () => {
    const demandId = await publishDemand()
    const id = await online(demandId)
    const correct = (more: object) =>
      post('boss', '/demandScheme/update', { ...SCHEME, demandId, id, revision: 1, ...more })
    for (const [name, value] of Object.entries({
      price: 1,
      deliveryDays: 1,
      contactName: '别人',
      contactMobile: '13912345679',
    })) {
      const refused = await correct({ [name]: value })
      expect([refused.status, refused.errors]).toMatchObject([
        400,
        [{ path: `/${name}`, message: expect.stringContaining('只能由发布者本人') }],
      ])
    }
    expect((await correct({ title: '运营人员改过的标题', summary: '改过的摘要' })).status).toBe(200)
    const { data } = await get<{ history: readonly object[] }>('supplier', `/demandScheme/info/${id}`)
    expect(data).toMatchObject({ title: '运营人员改过的标题', ...SECRET })
    expect(data.history[0]).toMatchObject({
      change: '运营人员修改了方案标题、方案摘要',
      reason: null,
      at: expect.stringContaining('T'),
    })
  })

  /** Whether a reading call that names the demand, the scheme or its words gives anything of the scheme away. */
  async function leaks(
    who: Person,
    { id: name, method, path, params, writes }: Operation,
    demand: string,
    id: string,
  ) {
    if (method !== 'GET' || writes || name === 'auth.logout') return false
    const sent: Record<string, string> = {
      ...{ id, dataId: id, dataType: 'demandScheme', type: 'demandScheme', demandId: demand },
      ...{ keyWord: '垂直式排水车', limit: '50' },
    }
    const known = Object.keys((params.properties ?? {}) as object).filter((one) => one in sent)
    const query = new URLSearchParams(known.map((one) => [one, sent[one] ?? '']))
    const { text } = await app.get(`${path.replaceAll(/\{\w+\}/g, id)}?${query}`, { token: tokens[who] })
    return [SCHEME.title, SCHEME.summary, SECRET.contactName, SECRET.content].some((one) =>
      text.includes(one),
    )
  }

  // The last, since its person does not come back.
  test('neither accepts nor approves a scheme whose author has deleted the account', async () => {
    const demand = await publishDemand()
    const [id, waiting] = [await online(demand, 'leaver'), await handIn(demand, 'leaver')]
    const { services } = app
    await services.db
      .updateTable('account')
      .set({ passwordHash: await hashPassword('leaver-password') })
      .where('id', '=', 'leaver')
      .execute()
    expect((await post('leaver', '/api/account/remove', { password: 'leaver-password' })).status).toBe(200)
    expect((await get('buyer', `/demandScheme/accept?id=${id}&${say('好')}`)).status).toBe(404)
    expect((await get('boss', `/demandScheme/online?id=${waiting}`)).status).toBe(409)
    expect((await listOf('buyer', demand)).list).toEqual([])
  })
})
