// Tests member directories: entry at approval, shared credit codes, blocks, profile changes, deletion.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureDemoAccounts } from '#server/identity/accounts/first-accounts.ts'
import { fillDirectories } from '#server/identity/directory/fill-directory.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import {
  handIn,
  newPerson,
  PASSWORD,
  registrationBody,
} from '../../server/identity/accounts/support/registering.ts'
import { ONE_DATABASE } from '../../server/platform/database/each-database.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

interface Row {
  readonly id: string
  readonly title: string
  readonly [field: string]: unknown
}

/** Credit codes with a right check digit. */
const CODES = ['91350100M000100Y43', '91000000MA0000001R', '91000000MA0000002W', '91000000MA00000030']
const INTRO = `<p>专业从事排水抢险装备的研制。</p><p>${'服务应急一线'.repeat(10)}</p>`

describe.each(ONE_DATABASE)('member directories on $name', (database) => {
  let app: TestApp
  let operator: string
  beforeAll(async () => {
    app = await createTestApp({ database })
    operator = await app.signIn('boss', 'operator')
  }, 60_000)
  afterAll(() => app.close())

  const pathOf = (id: string) => app.source.model.operations.find((known) => known.id === id)?.path ?? ''
  const register = async (operation: string, more: Readonly<Record<string, unknown>>) => {
    const person = newPerson()
    const answer = await handIn(app, operation, await registrationBody(app, operation, person, more), person)
    expect(answer.errors ?? answer.msg).toBe('success')
    return { ...person, id: answer.data.id }
  }
  const supplier = (uscc: string, orgName: string, more: object = {}) =>
    register('auth.registerSupplier', { uscc, orgName, intro: INTRO, mainProducts: ['C0401'], ...more })
  const decide = async (what: string, id: string, more: object = {}) => {
    const answer = await app.post(pathOf(`users.${what}`), { id, ...more }, { token: operator })
    expect(answer.text).toContain('"code":0')
  }
  const approve = (id: string) => decide('approve', id)
  const companies = async (query = '') =>
    (await app.get<Paged<Row>>(`/newapi/company/getList?limit=50${query}`)).data.list
  const named = async (name: string) => (await companies()).filter(({ title }) => title === name)
  const tokenOf = ({ userName }: { userName: string }) => app.signIn(userName)
  const contribute = async (token: string, title: string) => {
    const body = { title, deliverType: '1', content: `<p>${'正文'.repeat(40)}</p>`, author: '某某' }
    const { data, text } = await app.post<Row>('/newapi/deliver/add', body, { token })
    expect(data?.id, text).toBeDefined()
    expect((await app.get(`/newapi/deliver/online?id=${data.id}`, { token: operator })).status).toBe(200)
    return data.id
  }

  test('an approved supplier is listed as a company, and contributions are filtered by this company', async () => {
    const name = '福州某排水设备有限公司'
    const person = await supplier(CODES[0] as string, name)
    expect(await named(name)).toEqual([])
    await approve(person.id)
    const [entry] = await named(name)
    expect(entry).toMatchObject({ uscc: CODES[0], mainCategory: 'C04', authStatus: '2' })
    const { data, text } = await app.get<Row>(`/newapi/company/info/${entry?.id}`)
    expect(data.intro).toMatch(/^专业从事排水抢险装备的研制。\n服务应急一线/)
    for (const secret of [person.mobile, person.userName, '张三', '13900001111'])
      expect(text).not.toContain(secret)
    const found = await app.get<Paged<Row>>(
      `/newapi/company/getList?keyWord=${encodeURIComponent('某排水设备')}`,
    )
    expect(found.data.list.map(({ id }) => id)).toContain(entry?.id)

    const token = await tokenOf(person)
    const id = await contribute(token, '子母式排水车的三点经验')
    for (const query of [`companyId=${entry?.id}`, `companyName=${encodeURIComponent('福州某排水')}`]) {
      const { data: own } = await app.get<Paged<Row>>(`/newapi/deliver/list?${query}`)
      expect(
        own.list.map((row) => row.id),
        query,
      ).toEqual([id])
    }
    const forged = {
      title: '冒名的投稿标题',
      deliverType: '1',
      content: `<p>${'正文'.repeat(40)}</p>`,
      author: '某某',
    }
    expect((await app.post('/newapi/deliver/add', { ...forged, companyId: 'CO001' }, { token })).status).toBe(
      400,
    )
    await decide('block', person.id, { reason: '资料过期' })
  })

  test('an entry is hidden while its account is blocked, and stays hidden once an operator hid it', async () => {
    const name = '示例长河试验有限公司'
    const person = await supplier(CODES[2] as string, name)
    await approve(person.id)
    const [entry] = await named(name)
    const ways = [
      ['block', 'unblock'],
      ['blacken', 'whiten'],
    ] as const
    for (const [away, back] of ways) {
      await decide(away, person.id, { reason: '资料过期' })
      expect(await named(name), away).toEqual([])
      expect((await app.get(`/newapi/company/info/${entry?.id}`)).status).toBe(404)
      await decide(back, person.id)
      expect(
        (await named(name)).map(({ id }) => id),
        back,
      ).toEqual([entry?.id])
    }
    const taken = await app.get(`${pathOf('company.offline')}?id=${entry?.id}`, { token: operator })
    expect(taken.status, taken.text).toBe(200)
    await decide('block', person.id, { reason: '资料过期' })
    await decide('unblock', person.id)
    expect(await named(name)).toEqual([])
  })

  test('two suppliers with one credit code share one entry, also when approved in parallel', async () => {
    const code = CODES[3] as string
    const [first, second] = [
      await supplier(code, '示例云岭装备（昆明）有限公司', { website: 'https://one.example.com/' }),
      await supplier(code, '示例云岭装备(昆明) 有限公司', { address: '昆明市某路 1 号' }),
    ]
    await Promise.all([approve(first.id), approve(second.id)])
    const entries = (await companies()).filter(({ uscc }) => uscc === code)
    expect(entries).toHaveLength(1)
    const { data } = await app.get<Row>(`/newapi/company/info/${entries[0]?.id}`)
    expect(data).toMatchObject({
      website: expect.stringContaining('example.com'),
      address: '昆明市某路 1 号',
    })
    await decide('block', first.id, { reason: '资料过期' })
    expect((await companies()).filter(({ uscc }) => uscc === code)).toHaveLength(1)
    await decide('block', second.id, { reason: '资料过期' })
    expect((await companies()).filter(({ uscc }) => uscc === code)).toEqual([])
  })

  const seen = async (id: string) =>
    (await app.get<Row>(`/newapi/operator/application/info/${id}`, { token: operator })).data
  const profile = async (person: { userName: string }, changes: object) => {
    const answer = await app.post(pathOf('auth.updateSupplier'), changes, { token: await tokenOf(person) })
    expect(answer.status, answer.text).toBe(200)
  }

  test('a second supplier with the credit code and another name is refused after a warning', async () => {
    const code = withCheck('91000000000007777')
    const [first, second] = [
      await supplier(code, '示例青山装备有限公司'),
      await supplier(code, '示例白水装备有限公司'),
    ]
    expect((await seen(first.id)).directory).toBeNull()
    await approve(first.id)
    const warned = /“示例青山装备有限公司”（账号 \w+ 的条目）与申请的名称“示例白水装备有限公司”不同，不能通过/
    expect((await seen(second.id)).directory).toMatch(warned)
    const refused = await app.post(pathOf('users.approve'), { id: second.id }, { token: operator })
    expect(refused).toMatchObject({ status: 409, msg: expect.stringMatching(warned) })
    expect(refused.msg).toContain(first.userName)
    expect((await seen(second.id)).status).toBe('pending')
    expect(await named('示例白水装备有限公司')).toEqual([])
  })

  test('a supplier that joins an entry fills empty fields and overwrites nothing', async () => {
    const code = withCheck('91000000000008888')
    const name = '示例北岭装备有限公司'
    const [first, second] = [
      await supplier(code, name, { address: '北京市某路 1 号' }),
      await supplier(code, name, { address: '上海市某路 2 号' }),
    ]
    await approve(first.id)
    expect((await seen(second.id)).directory).toMatch(/并入这个条目：只补充其中空缺的内容/)
    await approve(second.id)
    await profile(second, { address: '上海市新址 3 号', unitShortName: '北岭' })
    const [entry] = await named(name)
    expect(entry).toMatchObject({ address: '北京市某路 1 号', shortName: '北岭' })
    await profile(second, { unitShortName: null })
    await profile(first, { address: '北京市新址 4 号' })
    expect((await named(name))[0]).toMatchObject({ address: '北京市新址 4 号', shortName: '北岭' })
  })

  test('an operator who adds a company with a used credit code gets an error at /uscc', async () => {
    const add = (uscc: string, name: string) => {
      const intro = '运营人员录入的企业简介，内容足够长。'.repeat(3)
      const body = { name, uscc, intro, mainCategory: 'C04', typesOfEnterprises: '1', region: '350102' }
      return app.post(pathOf('company.add'), body, { token: operator })
    }
    const taken = { status: 400, errors: [{ path: '/uscc', message: expect.stringContaining('已被使用') }] }
    const code = withCheck('91000000000009999')
    const person = await supplier(code, '示例南湖装备有限公司')
    await approve(person.id)
    expect(await add(code, '示例南湖装备有限公司')).toMatchObject(taken)
    const next = withCheck('91000000000006666')
    const racer = await supplier(next, '示例东海装备有限公司')
    const [approved, added] = await Promise.all([
      app.post(pathOf('users.approve'), { id: racer.id }, { token: operator }),
      add(next, '示例东海装备有限公司'),
    ])
    expect((await companies()).filter(({ uscc }) => uscc === next)).toHaveLength(1)
    if (added.status !== 200) expect(added).toMatchObject(taken)
    if (approved.status !== 200)
      expect(approved.errors).toMatchObject([{ message: expect.stringContaining('已被使用') }])
  })

  test('a changed profile updates the entry at once, and an emptied field is cleared', async () => {
    const name = '示例江海试验有限公司'
    const person = await supplier(CODES[1] as string, name, { unitShortName: '江海' })
    await approve(person.id)
    const token = await tokenOf(person)
    const changes = { address: '福州市新址 8 号', unitShortName: null }
    const answer = await app.post(pathOf('auth.updateSupplier'), changes, { token })
    expect(answer.status, answer.text).toBe(200)
    const [entry] = await named(name)
    expect(entry).toMatchObject({ address: '福州市新址 8 号', shortName: null })
    const log = await app.services.db
      .selectFrom('audit')
      .select('action')
      .where('target', '=', entry?.id ?? '')
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['directory.enter', 'directory.update'])
  })

  test('an expert is listed only with openLevel 1, and is erased with the account', async () => {
    const resume = `长期从事${'防汛抗旱研究'.repeat(10)}`
    const [open, closed] = [
      await register('auth.registerExpert', { realName: '周开放', openLevel: '1', resume }),
      await register('auth.registerExpert', { realName: '吴不开放', openLevel: '2', resume }),
    ]
    await approve(open.id)
    await approve(closed.id)
    const experts = async () => (await app.get<Paged<Row>>('/newapi/expert/list?limit=50')).data.list
    expect((await experts()).map(({ title }) => title)).toEqual(['周开放'])
    const { text } = await app.get(`/newapi/expert/info/${(await experts())[0]?.id}`)
    expect(text).not.toMatch(/440524|139\d{8}/)
    const since = () =>
      app.services.db
        .selectFrom('item')
        .select('statusSince')
        .where('title', '=', '周开放')
        .executeTakeFirst()
    expect((await since())?.statusSince).toBeNull()
    await decide('block', open.id, { reason: '资料过期' })
    expect(await experts()).toEqual([])
    expect((await since())?.statusSince).toBeInstanceOf(Date)
    await decide('unblock', open.id)
    expect(await experts()).toHaveLength(1)
    const token = await tokenOf(open)
    const gone = await app.post(pathOf('account.remove'), { password: PASSWORD }, { token })
    expect(gone.status, gone.text).toBe(200)
    expect(await experts()).toEqual([])
    const kept = await app.services.db
      .selectFrom('item')
      .select(['title', 'body'])
      .where('type', '=', 'specialist')
      .execute()
    expect(JSON.stringify(kept)).not.toMatch(/周开放|防汛/)
  })

  test('accounts of earlier versions get their entries once at start, and their items refer to the entries', async () => {
    const { db } = app.services
    await ensureDemoAccounts(app.services, 'Zhongxin-7788x')
    const template = await db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', 'demo-supplier')
      .executeTakeFirstOrThrow()
    const codes = (count: number) =>
      Array.from({ length: count }, (_, at) => `9100000000000${String(at).padStart(4, '0')}`)
    const many = codes(700).map((uscc, at) => ({
      id: `old-${at}`,
      userName: `old-${at}`,
      name: `旧企业 ${at}`,
      role: 'supplier',
      passwordHash: '!',
      form: 'registerSupplier',
      application: { ...template.application, uscc: withCheck(uscc), orgName: `示例旧企业第 ${at} 号` },
    }))
    await db.insertInto('account').values(many).execute()
    const token = await app.signIn('old-3', 'supplier')
    const id = await contribute(token, '在有条目之前发布的投稿')
    // Two directories; the demo supplier's credit code has an entry of another name by now.
    expect(await fillDirectories(app.services)).toBe(701)
    expect(await fillDirectories(app.services)).toBe(0)
    const [entry] = (
      await app.get<Paged<Row>>(`/newapi/company/getList?keyWord=${encodeURIComponent('示例旧企业第 3 号')}`)
    ).data.list
    const { data } = await app.get<Row>(`/newapi/deliver/info/${id}`)
    expect(data.companyId).toBe(entry?.id)
    expect(data.companyIdTitle).toBe('示例旧企业第 3 号')
  }, 60_000)
})

function withCheck(body: string): string {
  const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  let sum = 0
  let weight = 1
  for (const letter of body) {
    sum += letters.indexOf(letter) * weight
    weight = (weight * 3) % 31
  }
  return body + letters[(31 - (sum % 31)) % 31]
}
