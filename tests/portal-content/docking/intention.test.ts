// Tests intentions (API-09): creation, read access, contacts, answers of the seller, filters of lists.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import { ONE_DATABASE } from '../../server/platform/database/each-database.ts'
import { callsOf, signInAll } from '../../server/support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

const PEOPLE = {
  buyer: 'unit',
  second: 'ordinary',
  seller: 'supplier',
  rival: 'supplier',
  boss: 'operator',
  checker: 'auditor',
} as const
type Person = 'visitor' | 'blacked' | 'leaver' | keyof typeof PEOPLE

const CONTACT = { contactName: '暗号买家', contactMobile: '13912345678' }
const ANSWER = { sellerContactName: '暗号卖家', sellerContactPhone: '021-55667788' }
/** As everybody but the one whose number it is gets them. */
const MASKED = { contactMobile: '139****5678' }
const MASKED_ANSWER = { sellerContactPhone: '********7788' }
const ASKED = { quantity: 3, expectPrice: 52.5, content: '汛前交付，含两次培训。' }
const WORDS = '可以供货，请于下周一上午来厂看样。'
const PARTIES = ['buyer', 'seller', 'boss', 'checker'] as const
const OTHERS = ['visitor', 'second', 'rival'] as const

interface Intention {
  readonly id: string
  readonly status: string
  readonly resourceName: string
  readonly actions?: readonly { readonly action: string }[]
  readonly [field: string]: unknown
}
interface List {
  readonly list: readonly Intention[]
  readonly totalCount: number
}

describe.each(ONE_DATABASE)('intentions on $name', (database) => {
  let app: TestApp
  let now = new Date('2026-11-21T02:00:00Z')
  const tokens: Partial<Record<Person, string>> = {}
  const { get, post } = callsOf(() => app, tokens)

  beforeAll(async () => {
    app = await createTestApp({ database, clock: () => now })
    Object.assign(tokens, await signInAll(app, PEOPLE))
    tokens.blacked = await app.signIn('blacked', 'unit', { black: true })
    for (const [person, name] of [
      ['buyer', '示例江南应急中心'],
      ['seller', '示例江海排水设备有限公司'],
    ] as const)
      await enter(person, name)
  })
  afterAll(() => app.close())

  /** Gives the account an entry in the directory. */
  async function enter(person: Person, name: string): Promise<void> {
    const added = await post<{ id: string }>('boss', '/operator/company/add', {
      name,
      typesOfEnterprises: '1',
      region: '3501',
      mainCategory: 'C04',
      intro: '生产、采购应急排水设备的单位。',
    })
    expect(added.msg, added.text).toBe('success')
    const set = { directoryId: added.data.id }
    await app.services.db.updateTable('account').set(set).where('id', '=', person).execute()
  }
  /** Sessions end with the day. */
  async function passTo(time: string): Promise<void> {
    now = new Date(time)
    Object.assign(tokens, await signInAll(app, PEOPLE))
  }
  const entryOf = async (id: string) =>
    (
      await app.services.db
        .selectFrom('account')
        .select('directoryId')
        .where('id', '=', id)
        .executeTakeFirst()
    )?.directoryId

  let items = 0
  async function offer(name = `垂直式供排水抢险车 ${++items} 型`, isOnline = true): Promise<string> {
    const { data, msg, text } = await post<{ id: string }>('seller', '/api/save', {
      name,
      model: `SL-${items}`,
      equipmentType: 'E001',
      params: { flow: 2100, head: 12, deployTime: 5 },
      application: ['AP02'],
      intro: '适用于城市内涝、下穿隧道与地下车库的抽排，展开迅速。',
      contactName: ANSWER.sellerContactName,
      contactPhone: ANSWER.sellerContactPhone,
    })
    expect(msg, text).toBe('success')
    if (isOnline) expect((await get('boss', `/api/avicResource/online?id=${data.id}`)).msg).toBe('success')
    return data.id
  }
  const ask = (who: Person, resourceId: string, more: object = {}) =>
    post<{ id: string; receiptNo: string; status: string }>(who, '/intention/add', {
      resourceId,
      ...ASKED,
      ...CONTACT,
      ...more,
    })
  async function state(resourceId: string, who: Person = 'buyer', more: object = {}): Promise<string> {
    const { data, msg, text } = await ask(who, resourceId, more)
    expect(msg, text).toBe('success')
    return data.id
  }
  const info = (who: Person, id: string) => get<Intention>(who, `/intention/info/${id}`)
  const answer = async (who: Person, intentionId: string, feedBackState: string, more: object = {}) => {
    const intentionDeptId = (await info('boss', intentionId)).data?.intentDeptId ?? undefined
    const given = { intentionId, intentionDeptId, feedBackState, content: WORDS, ...more }
    return post<{ id: string }>(who, '/intention/feedback', given)
  }
  const found = async (who: Person, list: string, query: object = {}) => {
    const { data, msg, text } = await get<List>(
      who,
      `/intention/${list}?${new URLSearchParams({ ...query })}`,
    )
    expect(msg, text).toBe('success')
    return data.list.map(({ id }) => id)
  }

  describe('new intention', () => {
    test('is reported to its buyer by GET /intention/isSubmit until it is withdrawn', async () => {
      const [item, other] = [await offer(), await offer()]
      const isStated = async (resourceId: string, who: Person = 'buyer') =>
        (
          await get<{ submitted: boolean; id: string | null }>(
            who,
            `/intention/isSubmit?resourceId=${resourceId}`,
          )
        ).data
      expect(await isStated(item)).toMatchObject({ submitted: false, id: null })
      const stated = await ask('buyer', item)
      expect(await isStated(item)).toMatchObject({
        submitted: true,
        id: stated.data.id,
        receiptNo: stated.data.receiptNo,
        status: 'waiting',
      })
      expect((await isStated(other)).submitted).toBe(false)
      expect((await isStated(item, 'second')).submitted).toBe(false)
      expect((await get('buyer', '/intention/isSubmit')).status).toBe(400)
      expect((await get('buyer', `/intention/withdraw?id=${stated.data.id}`)).msg).toBe('success')
      expect((await isStated(item)).submitted).toBe(false)
    })

    test('is readable by its participants only, and its seller does not see the contact of the buyer', async () => {
      const item = await offer()
      const stated = await ask('buyer', item)
      expect(stated.data).toMatchObject({ status: 'waiting', receiptNo: expect.any(String) })
      const { id } = stated.data
      for (const who of PARTIES) expect((await info(who, id)).status, who).toBe(200)
      expect((await info('visitor', id)).status).toBe(401)
      for (const who of ['second', 'rival'] as const) expect((await info(who, id)).status, who).toBe(404)
      for (const who of ['buyer', 'boss', 'checker'] as const)
        expect((await info(who, id)).data, who).toMatchObject({
          ...CONTACT,
          ...(who === 'buyer' ? {} : MASKED),
        })
      const seen = (await info('seller', id)).data
      expect(seen).toMatchObject({ status: 'waiting', ...ASKED })
      for (const name of Object.keys(CONTACT)) expect(seen).not.toHaveProperty(name)
      const { text } = await get('seller', '/intention/sellerList')
      expect(text).toContain(id)
      expect(text).not.toContain(CONTACT.contactName)
      expect(text).not.toMatch(/139\*{4}5678|13912345678/)
    })

    test('stores item, buyer and seller itself and refuses a seller sent by the caller', async () => {
      const name = '子母式排水抢险车'
      const item = await offer(name)
      const id = await state(item)
      expect((await info('buyer', id)).data).toMatchObject({
        resourceId: item,
        resourceIdTitle: name,
        resourceName: name,
        equipmentType: 'E001',
        intentUserId: 'buyer',
        intentUserIdTitle: '用户 buyer',
        intentDeptId: await entryOf('buyer'),
        intentDeptIdTitle: '示例江南应急中心',
        intentSellerId: 'seller',
        intentSellerIdTitle: '用户 seller',
        intentSellerDeptId: await entryOf('seller'),
        intentSellerDeptIdTitle: '示例江海排水设备有限公司',
      })
      const forged = await ask('second', item, { intentSellerId: 'rival' })
      expect(forged).toMatchObject({ status: 400, errors: [{ path: '/intentSellerId' }] })
    })

    test('keeps the item name of its creation when the item is renamed', async () => {
      const item = await offer('老名字的排水车')
      const id = await state(item)
      const body = (await get<Record<string, unknown>>('boss', `/api/avicResource/info/${item}`)).data
      const { name: _, ...rest } = {
        equipmentType: body.equipmentType,
        name: body.name,
        model: body.model,
        application: body.application,
        intro: body.intro,
        params: body.params,
      }
      const changed = await post('boss', '/api/avicResource/update', {
        ...rest,
        name: '新名字的排水车',
        id: item,
        revision: body.revision,
      })
      expect(changed.msg, changed.text).toBe('success')
      expect((await info('buyer', id)).data).toMatchObject({
        resourceName: '老名字的排水车',
        resourceIdTitle: '新名字的排水车',
      })
    })

    test.each<[string, Person, number, RegExp]>([
      ['a visitor', 'visitor', 401, /登录/],
      ['an auditor', 'checker', 403, /./],
      ['who is blacklisted', 'blacked', 403, /./],
      ['the seller himself', 'seller', 403, /您本人发布/],
    ])('is refused for %s', async (_name, who, status, said) => {
      const refused = await ask(who, await offer())
      expect(refused.status, refused.text).toBe(status)
      expect(refused.msg).toMatch(said)
    })

    test.each<[string, object, string]>([
      ['none', { quantity: 0 }, '/quantity'],
      ['more than can be', { quantity: 1_000_000 }, '/quantity'],
      ['a negative price', { expectPrice: -1 }, '/expectPrice'],
      ['a day that is today', { expectDate: '2026-11-21' }, '/expectDate'],
      ['a day after five years', { expectDate: '2031-11-22' }, '/expectDate'],
      ['no number to call', { contactMobile: '123' }, '/contactMobile'],
      ['an essay', { content: '长'.repeat(501) }, '/content'],
    ])('with %s is refused', async (_name, more, path) => {
      const refused = await ask('buyer', await offer(), more)
      expect(refused).toMatchObject({ status: 400, errors: [{ path }] })
    })

    test('is refused with 400 for an item that is not online', async () => {
      expect((await ask('buyer', await offer(undefined, false))).status).toBe(400)
      const gone = await offer()
      await get('boss', `/api/avicResource/offline?id=${gone}&reason=${encodeURIComponent('核实')}`)
      expect((await ask('buyer', gone)).status).toBe(400)
      expect((await ask('buyer', 'nothing')).status).toBe(400)
    })

    test('is refused with 409 while the buyer has an open one for the item, also among simultaneous calls', async () => {
      const item = await offer()
      const answers = await Promise.all([1, 2, 3].map((quantity) => ask('buyer', item, { quantity })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      const refused = answers.find(({ status }) => status === 409)
      expect(refused?.msg).toContain('您已为该装备提交过采购意向（待反馈）')
      await state(item, 'second')
      const [id = ''] = await found('buyer', 'list', { resourceId: item })
      expect((await get('buyer', `/intention/withdraw?id=${id}`)).data).toMatchObject({ status: 'cancelled' })
      await state(item)
    })
  })

  describe('answer to an intention', () => {
    test('reveals the contacts of both sides to both, masked, and the audit log records a full reveal', async () => {
      const id = await state(await offer())
      for (const name of Object.keys(ANSWER)) expect((await info('buyer', id)).data).not.toHaveProperty(name)
      const said = await answer('seller', id, '1', { intentionDeptId: await entryOf('buyer') })
      expect(said.msg, said.text).toBe('success')
      for (const who of PARTIES)
        expect((await info(who, id)).data, who).toMatchObject({
          status: 'agreed',
          statusReason: WORDS,
          statusWords: '供应方反馈',
          ...CONTACT,
          ...ANSWER,
          ...(who === 'buyer' ? {} : MASKED),
          ...(who === 'seller' ? {} : MASKED_ANSWER),
        })
      for (const who of OTHERS) expect((await info(who, id)).status, who).not.toBe(200)
      const asked = { dataType: 'intention', dataId: id, field: 'sellerContactPhone' }
      const logged = async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit
          where action = 'personal.reveal' and target = ${id}`.execute(app.services.db)
        return rows[0]?.count
      }
      for (const [who, count] of [
        ['seller', 0],
        ['buyer', 1],
      ] as const) {
        const { data } = await post<{ value: string }>(who, '/personal/reveal', asked)
        expect(data.value, who).toBe(ANSWER.sellerContactPhone)
        expect(await logged(), who).toBe(count)
      }
      const { text } = await get('seller', '/intention/sellerList')
      expect(text).toContain(CONTACT.contactName)
    })

    test('is stored as a feedback record that both sides can list and filter', async () => {
      const id = await state(await offer())
      await answer('seller', id, '1')
      await answer('seller', id, '3', { content: '已约好看样时间。' })
      const read = (who: Person, more = '') =>
        get<List>(who, `/intention/feedbackList?intentionId=${id}${more}`)
      for (const who of PARTIES) {
        const { data } = await read(who)
        expect(data.list.map(({ feedBackState }) => feedBackState).sort(), who).toEqual(['1', '3'])
      }
      expect((await read('visitor')).status).toBe(401)
      for (const who of ['second', 'rival'] as const) expect((await read(who)).data.totalCount, who).toBe(0)
      expect((await read('buyer', '&feedBackState=3')).data.totalCount).toBe(1)
      expect((await read('buyer', '&feedBackState=4')).data.totalCount).toBe(0)
      expect((await read('buyer', `&intentionDeptId=${await entryOf('buyer')}`)).data.totalCount).toBe(2)
      expect((await read('buyer', '&intentionDeptId=nobody')).data.totalCount).toBe(0)
    })

    test('is refused with 400 if intentionDeptId is missing or names another department', async () => {
      const id = await state(await offer())
      for (const [intentionDeptId, message] of [
        ['nobody', '意向单位与该采购意向不符，请核对后重新提交'],
        [undefined, '请填写意向单位，以便核对采购意向'],
        ['', '请填写意向单位，以便核对采购意向'],
      ]) {
        const refused = await answer('seller', id, '1', { intentionDeptId })
        expect(refused).toMatchObject({ status: 400, errors: [{ path: '/intentionDeptId', message }] })
      }
      expect((await info('buyer', id)).data.status).toBe('waiting')
    })

    test('moves the intention through its states in order and is refused with 409 otherwise', async () => {
      const id = await state(await offer())
      const steps: [string, number, string][] = [
        ['3', 409, 'waiting'],
        ['4', 409, 'waiting'],
        ['1', 200, 'agreed'],
        ['1', 409, 'agreed'],
        ['4', 409, 'agreed'],
        ['3', 200, 'talking'],
        ['4', 200, 'signed'],
        ['2', 409, 'signed'],
      ]
      for (const [value, status, after] of steps) {
        const said = await answer('seller', id, value)
        expect([value, said.status], said.text).toEqual([value, status])
        expect((await info('buyer', id)).data.status).toBe(after)
      }
      expect((await answer('seller', id, '0')).status).toBe(400)
    })

    test('leaves one feedback record for each accepted call when two arrive at once', async () => {
      const id = await state(await offer())
      const both = await Promise.all([answer('seller', id, '1'), answer('seller', id, '2')])
      const taken = both.filter(({ status }) => status === 200)
      expect(taken.length).toBeGreaterThan(0)
      const { data } = await get<List>('buyer', `/intention/feedbackList?intentionId=${id}`)
      expect(data.totalCount).toBe(taken.length)
    })

    test('is accepted from the seller only', async () => {
      const id = await state(await offer())
      for (const [who, status] of [
        ['visitor', 401],
        ['buyer', 403],
        ['boss', 403],
        ['checker', 403],
        ['rival', 400],
        ['second', 400],
      ] as const)
        expect([who, (await answer(who, id, '1')).status]).toEqual([who, status])
      expect((await info('buyer', id)).data.status).toBe('waiting')
      expect((await get<List>('buyer', `/intention/feedbackList?intentionId=${id}`)).data.totalCount).toBe(0)
    })

    test('keeps the contacts hidden if it declines, and the buyer may send a new intention', async () => {
      const item = await offer()
      const id = await state(item)
      expect((await answer('seller', id, '2')).msg).toBe('success')
      expect((await info('buyer', id)).data).toMatchObject({ status: 'rejected', statusReason: WORDS })
      expect((await info('seller', id)).data).not.toHaveProperty('contactMobile')
      expect((await info('buyer', id)).data).not.toHaveProperty('sellerContactPhone')
      await state(item)
    })

    test('is refused with 409 after the buyer withdrew the intention, and the contact is hidden again', async () => {
      const id = await state(await offer())
      await answer('seller', id, '1')
      expect((await get('seller', `/intention/withdraw?id=${id}`)).status).toBe(403)
      expect((await get('buyer', `/intention/withdraw?id=${id}`)).msg).toBe('success')
      expect((await info('seller', id)).data).not.toHaveProperty('contactMobile')
      const late = await answer('seller', id, '3')
      expect(late.status).toBe(409)
      expect(late.msg).toBe('该采购意向目前为“已撤销”状态，不能改为“洽谈中”')
    })
  })

  describe('lists of intentions (API-09)', () => {
    test('the buyer list filters by intentSellerDeptId, intentSellerId, startTime, endTime, resourceName', async () => {
      await passTo('2026-12-01T02:00:00Z')
      const first = await state(await offer('履带式排涝机器人'), 'second')
      await passTo('2026-12-05T02:00:00Z')
      const later = await state(await offer('拖车式移动泵站'), 'second')
      const both = [later, first]
      const all = await found('second', 'list')
      expect(all.slice(0, 2)).toEqual(both)
      const dept = String(await entryOf('seller'))
      const cases: [object, readonly string[]][] = [
        [{ intentSellerDeptId: dept }, all],
        [{ intentSellerDeptId: 'nobody' }, []],
        [{ intentSellerId: 'seller' }, all],
        [{ intentSellerId: 'rival' }, []],
        [{ startTime: '2026-12-01' }, both],
        [{ startTime: '2026-12-02' }, [later]],
        [{ startTime: '2026-12-01', endTime: '2026-12-04' }, [first]],
        [{ startTime: '2026-12-01', endTime: '2026-12-05' }, both],
        [{ resourceName: '排涝' }, [first]],
        [{ resourceName: '%' }, []],
        [{ status: 'waiting', startTime: '2026-12-01' }, both],
        [{ status: 'agreed' }, []],
      ]
      for (const [query, ids] of cases)
        expect([query, await found('second', 'list', query)]).toEqual([query, ids])
      const refused = await get('second', '/intention/list?startTime=2026-02-30')
      expect(refused).toMatchObject({ status: 400, errors: [{ path: '/startTime' }] })
    })

    test('the seller list filters by intentDeptId, intentUserId, startTime, endTime, resourceName', async () => {
      await passTo('2027-01-03T02:00:00Z')
      const item = await offer('水面救援机器人')
      const ofUnit = await state(item, 'buyer')
      const ofOne = await state(item, 'second')
      const dept = String(await entryOf('buyer'))
      const since = { startTime: '2027-01-03' }
      const cases: [object, readonly string[]][] = [
        [{ ...since }, [ofOne, ofUnit]],
        [{ ...since, intentDeptId: dept }, [ofUnit]],
        [{ ...since, intentDeptId: 'nobody' }, []],
        [{ ...since, intentUserId: 'second' }, [ofOne]],
        [{ ...since, intentUserId: 'rival' }, []],
        [{ startTime: '2027-01-04' }, []],
        [{ ...since, endTime: '2027-01-02' }, []],
        [{ resourceName: '水面救援' }, [ofOne, ofUnit]],
      ]
      for (const [query, ids] of cases)
        expect([query, (await found('seller', 'sellerList', query)).sort()]).toEqual([query, [...ids].sort()])
      expect(await found('rival', 'sellerList')).toEqual([])
      expect(await found('seller', 'list')).toEqual([])
      for (const list of ['list', 'sellerList', 'manage', 'statistic'])
        expect((await get('visitor', `/intention/${list}`)).status).toBe(401)
    })

    test('the parameters mine and received do not turn the buyer list into the seller list', async () => {
      const own = await found('seller', 'list', { received: 'true', mine: 'false' })
      expect(own).toEqual([])
      expect(await found('buyer', 'sellerList', { mine: 'true', received: 'false' })).toEqual([])
    })

    test('operators see all intentions and counts by state, type and month; buyers and sellers get 403', async () => {
      const all = await get<List>('boss', '/intention/manage?limit=50')
      expect(all.data.totalCount).toBeGreaterThan(0)
      const { data } = await get<{ totalCount: number; groups: { field: string; items: object[] }[] }>(
        'boss',
        '/intention/statistic',
      )
      expect(data.totalCount).toBe(all.data.totalCount)
      const group = (name: string) => data.groups.find(({ field }) => field === name)?.items
      expect(group('status')).toContainEqual({
        value: 'signed',
        label: '已签约',
        count: 1,
      })
      expect(group('equipmentType')).toEqual([
        { value: 'E001', label: '垂直式供排水抢险车', count: data.totalCount },
      ])
      expect(group('createdAt')?.map((one) => (one as { label: string }).label)).toEqual([
        '2027年1月',
        '2026年12月',
        '2026年11月',
      ])
      expect((await get('checker', '/intention/statistic')).status).toBe(200)
      for (const who of ['buyer', 'seller'] as const)
        for (const call of ['manage', 'statistic'])
          expect((await get(who, `/intention/${call}`)).status, `${who} ${call}`).toBe(403)
    })
  })

  test('the data export of the buyer contains the contact of the seller only after the answer', async () => {
    const id = await state(await offer('导出用的排水车'))
    const export_ = async () => (await get<unknown>('buyer', '/api/account/export')).text
    const before = await export_()
    expect(before).toContain(id)
    expect(before).toContain(CONTACT.contactName)
    const own = JSON.parse(before).data.items.find((item: { id: string }) => item.id === id)
    expect(JSON.stringify(own)).not.toContain(ANSWER.sellerContactName)
    await answer('seller', id, '1')
    const after = JSON.parse(await export_()).data.items.find((item: { id: string }) => item.id === id)
    expect(JSON.stringify(after)).toContain(ANSWER.sellerContactName)
  })

  test('an intention stays readable by both sides and open for answers after its item is deleted', async () => {
    const item = await offer()
    const [id, open] = [await state(item), await state(item, 'second')]
    await answer('seller', id, '1')
    expect((await get('seller', `/api/avicResource/delete?id=${item}`)).msg).toBe('success')
    for (const who of ['buyer', 'seller'] as const)
      expect((await info(who, id)).data, who).toMatchObject({
        status: 'agreed',
        resourceId: item,
        resourceIdTitle: null,
        ...CONTACT,
        ...ANSWER,
        ...(who === 'buyer' ? {} : MASKED),
        ...(who === 'seller' ? {} : MASKED_ANSWER),
      })
    expect(await found('buyer', 'list')).toContain(id)
    expect(await found('seller', 'sellerList')).toEqual(expect.arrayContaining([id, open]))
    expect((await answer('seller', open, '2')).msg).toBe('success')
    expect((await info('second', open)).data).toMatchObject({ status: 'rejected' })
    expect((await info('rival', id)).status).toBe(404)
  })

  test('an intention of a deleted account is cancelled and hides the contact', async () => {
    const token = await app.signIn('leaver')
    tokens.leaver = token
    const id = await state(await offer('告别用的排水车'), 'leaver')
    const set = { passwordHash: await hashPassword('leaver-password') }
    await app.services.db.updateTable('account').set(set).where('id', '=', 'leaver').execute()
    const removed = await post('leaver', '/api/account/remove', { password: 'leaver-password' })
    expect(removed.status, removed.text).toBe(200)
    const seen = (await info('seller', id)).data
    expect(seen).toMatchObject({ status: 'cancelled' })
    expect(seen).not.toHaveProperty('contactMobile')
    expect((await answer('seller', id, '1')).status).toBe(409)
  })

  test('the site search does not return the mobile number of an intention, and the audit chain is valid', async () => {
    const { text } = await get('seller', `/api/search?keyWord=${encodeURIComponent(CONTACT.contactName)}`)
    expect(text).not.toContain(CONTACT.contactMobile)
    expect(await verifyAudit(app.services.db)).toMatchObject({ ok: true })
  })
})
