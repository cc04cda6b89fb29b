// Tests accounts of programs: created by operators, called by key, limited by scope, expired, renewed and revoked.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dump } from '../../platform/secrets/dump.ts'
import { DEMAND } from '../../support/demand.ts'
import { signInAll } from '../../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const START = new Date('2026-11-02T01:00:00Z')
let now = START
let app: TestApp
let tokens: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp({ clock: () => now })
}, 120_000)
afterAll(() => app?.close())
beforeEach(async () => {
  now = START
  tokens = await signInAll(app, { unit: 'unit', operator: 'operator', auditor: 'auditor' })
})

const as = (name: string) => ({ token: tokens[name] as string })
const by = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

interface Made {
  readonly id: string
  readonly name: string
  readonly key: string
}
const WHOLE = { name: '示例库存系统', role: 'unit', mode: 'write', expiresOn: '2027-06-30' }
const post = <T = Made>(path: string, body: object, name = 'operator') =>
  app.post<T>(`/newapi/operator/service/${path}`, body, as(name))
const info = async (id: string) =>
  (await app.get<Record<string, unknown>>(`/newapi/operator/service/info/${id}`, as('operator'))).data
async function make(more: object = {}): Promise<Made> {
  const answer = await post('create', { ...WHOLE, ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
let serial = 0
const addDemand = (key: string) => {
  serial += 1
  return app.post<{ id: string }>('/newapi/demand/add', { ...DEMAND, title: `接口需求 ${serial}` }, by(key))
}
const mine = (key: string) => app.get('/newapi/api/publication/list?dataType=demand', by(key))

describe('an account of a program', () => {
  test('is made by an operator; its key is answered once and stored as a hash only', async () => {
    const { id, key } = await make()
    expect(key).toMatch(/^ak_[\w-]{43}$/)
    const shown = await info(id)
    expect(shown).toMatchObject({
      name: '示例库存系统',
      role: 'unit',
      mode: 'write',
      state: 'on',
      lastUsedAt: null,
    })
    const list = await app.get('/newapi/operator/service/list', as('auditor'))
    expect(list.text).toContain(id)
    expect(JSON.stringify(shown) + list.text + (await dump(app.services.db))).not.toContain(key)
    const notices = await app.get('/newapi/msgNotice/getMsgNoticeInfo', as('auditor'))
    expect(notices.text).toContain('类接口账号“示例库存系统”')
  })

  test.each([
    ['a visitor', undefined, 401, 401],
    ['a unit', 'unit', 403, 403],
    ['an auditor', 'auditor', 200, 403],
  ])('%s makes and changes none', async (_, name, read, write) => {
    const { id } = await make()
    const asked = name ? as(name) : {}
    expect((await app.get('/newapi/operator/service/list', asked)).status).toBe(read)
    for (const [path, body] of [
      ['create', WHOLE],
      ['renewKey', { id, expiresOn: WHOLE.expiresOn }],
      ['revoke', { id }],
    ] as const)
      expect((await app.post(`/newapi/operator/service/${path}`, body, asked)).status, path).toBe(write)
  })

  test.each([
    ['a role that examines', { role: 'auditor' }, '/role'],
    ['an unknown operation', { operations: ['demand.list', 'demand.lst'] }, '/operations/1'],
    ['an operation that no key may call', { operations: ['auth.updatePassword'] }, '/operations/0'],
    ['the accounts of programs themselves', { operations: ['serviceAccount'] }, '/operations/0'],
    ['a day that has passed', { expiresOn: '2026-11-01' }, '/expiresOn'],
    ['a day more than two years ahead', { expiresOn: '2029-01-01' }, '/expiresOn'],
  ])('with %s is refused at its field', async (_, more, path) => {
    const { status, errors } = await post('create', { ...WHOLE, ...more })
    expect(status).toBe(400)
    expect(errors?.map((error) => error.path)).toEqual([path])
  })

  test('calls as its role, owns what it adds, and is audited by its name; its last use is shown', async () => {
    const { id, key } = await make()
    const added = await addDemand(key)
    expect(added.status, added.text).toBe(200)
    expect((await mine(key)).text).toContain(added.data.id)
    const row = await app.services.db
      .selectFrom('audit')
      .select(['actor', 'result'])
      .where('action', '=', 'demand.add')
      .where('target', '=', added.data.id)
      .executeTakeFirst()
    expect(row).toEqual({ actor: id, result: 'ok' })
    expect(await info(id)).toMatchObject({ lastUsedAt: START.toISOString() })
    const operators = await app.get(`/newapi/demand/online?id=${added.data.id}`, by(key))
    expect(operators.status).toBe(403)
  })

  test('is told who it is', async () => {
    const { id, key } = await make({ mode: 'read', operations: ['demand.list'] })
    const { data } = await app.get<{ id: string; role: string }>('/newapi/api/token', by(key))
    expect(data).toMatchObject({ id, role: 'unit' })
  })
})

describe('the scope of a key', () => {
  test('read: refuses every call that writes', async () => {
    const { key } = await make({ mode: 'read' })
    expect((await mine(key)).status).toBe(200)
    const refused = await addDemand(key)
    expect([refused.status, refused.msg]).toEqual([403, '访问密钥只能读取，不能提交或更改'])
  })

  test('names of operations and types: refuses all others, also those that are open to everybody', async () => {
    const { key } = await make({ operations: ['demand', 'law.list'] })
    expect((await addDemand(key)).status).toBe(200)
    expect((await app.get('/newapi/law/list', by(key))).status).toBe(200)
    const refused = await app.get('/newapi/bidding/statistic', by(key))
    expect([refused.status, refused.msg]).toEqual([
      403,
      '访问密钥的范围不包括接口 bidding.statistic，请联系运营人员',
    ])
  })

  test.each([
    ['a new password', '/newapi/api/updatePassword', { password: 'x', newPassword: 'y' }],
    ['signing in', '/newapi/api/login', { userName: 'operator', password: 'x' }],
    ['its own profile', '/newapi/api/userInfo', undefined],
    ['another key', '/newapi/operator/service/create', WHOLE],
  ])('never has %s, whatever the role', async (_, url, body) => {
    const { key } = await make({ role: 'operator' })
    const answer = body ? await app.post(url, body, by(key)) : await app.get(url, by(key))
    expect(answer.status, answer.text).toBe(403)
  })

  test('has the accounts of others only where it names them', async () => {
    const { key } = await make({ role: 'operator' })
    const named = await make({ role: 'operator', mode: 'read', operations: ['users.list'] })
    expect((await app.get('/newapi/operator/user/list', by(key))).status).toBe(403)
    expect((await app.get('/newapi/operator/user/list', by(named.key))).status).toBe(200)
    const { id } = await make()
    expect((await app.post('/newapi/operator/user/endSessions', { id }, by(named.key))).status).toBe(403)
  })
})

describe('a key', () => {
  const rejected = async (key: string) => {
    const { status, code, msg } = await mine(key)
    return [status, code, msg]
  }

  test('that is wrong is refused, also for calls that are open to everybody', async () => {
    const wrong = `ak_${'x'.repeat(43)}`
    expect(await rejected(wrong)).toEqual([401, 40110, '访问密钥不正确或已更换，请检查 Authorization 请求头'])
    expect((await app.get('/newapi/law/list', by(wrong))).status).toBe(401)
    expect((await app.get('/newapi/law/list', by('ak_short'))).status).toBe(401)
  })

  test('is not taken together with a token', async () => {
    const { key } = await make()
    const both = { token: tokens.unit as string, headers: by(key).headers }
    expect((await app.get('/newapi/law/list', both)).status).toBe(400)
  })

  test('of another program in front, such as a proxy, is none of ours', async () => {
    for (const authorization of ['Basic YTpi', 'Bearer eyJhbGciOiJub25lIn0.e30.'])
      expect((await app.get('/newapi/law/list', { headers: { authorization } })).status).toBe(200)
  })

  test('is valid to the end of its last day', async () => {
    const { id, key } = await make({ expiresOn: '2026-11-03' })
    now = new Date('2026-11-03T15:59:00Z')
    expect((await mine(key)).status).toBe(200)
    now = new Date('2026-11-03T16:01:00Z')
    tokens.operator = await app.signIn('operator', 'operator')
    expect(await rejected(key)).toEqual([401, 40110, '访问密钥已于 2026-11-03 到期，请联系运营人员更换'])
    expect(await info(id)).toMatchObject({ state: 'expired' })
  })

  test('is revoked at once, and replaced by another', async () => {
    const { id, key } = await make()
    expect((await mine(key)).status).toBe(200)
    expect((await post('revoke', { id })).status).toBe(200)
    expect(await rejected(key)).toEqual([401, 40110, '访问密钥已停用，请联系运营人员更换'])
    expect(await info(id)).toMatchObject({ state: 'revoked' })
    const renewed = await post('renewKey', { id, expiresOn: '2027-01-31' })
    expect(renewed.status, renewed.text).toBe(200)
    expect((await mine(renewed.data.key)).status).toBe(200)
    expect((await rejected(key))[0]).toBe(401)
    expect(await info(id)).toMatchObject({ state: 'on', expiresOn: '2027-01-31' })
    expect((await post('revoke', { id: 'operator' })).status).toBe(404)
    expect((await post('renewKey', { id: 'operator', expiresOn: '2027-01-31' })).status).toBe(404)
    const entries = await app.services.db
      .selectFrom('audit')
      .select('action')
      .where('target', '=', id)
      .where('actor', '=', 'operator')
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(
      ['create', 'revoke', 'renewKey'].map((name) => `serviceAccount.${name}`),
    )
  })

  test('of a blocked account is refused', async () => {
    const { id, key } = await make()
    const blocked = await app.post(
      '/newapi/operator/user/block',
      { id, reason: '合作已经结束' },
      as('operator'),
    )
    expect(blocked.status, blocked.text).toBe(200)
    expect(await rejected(key)).toEqual([401, 40110, '接口账号已停用，请联系运营人员'])
  })
})

test('nobody signs in to an account of a program, and no password is handed out for it', async () => {
  const { id } = await make({ role: 'operator' })
  const { userName } = (await info(id)) as { userName: string }
  for (const password of ['!', '', 'a-password'])
    expect((await app.post('/newapi/api/login', { userName, password })).status).toBe(400)
  const handed = await app.post(
    '/newapi/operator/user/handPassword',
    { id, reason: '交付密码' },
    as('operator'),
  )
  expect(handed.status).toBe(409)
  expect((await app.post('/newapi/operator/user/resetPassword', { id }, as('operator'))).status).toBe(409)
})

test('the limits of writing hold for a program as for a person', async () => {
  const limited = await createTestApp({ clock: () => now, env: { WRITE_LIMITS: '0.1' } })
  try {
    const operator = { token: await limited.signIn('operator', 'operator') }
    const { data } = await limited.post<Made>('/newapi/operator/service/create', WHOLE, operator)
    const add = (title: string) =>
      limited.post('/newapi/demand/add', { ...DEMAND, title }, by(data.key)).then(({ status }) => status)
    expect([await add('甲接口需求'), await add('乙接口需求'), await add('丙接口需求')]).toEqual([
      200, 200, 429,
    ])
  } finally {
    await limited.close()
  }
}, 120_000)

test('the OpenAPI document offers keys where they may call, and nowhere else', async () => {
  interface Document {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security: object[] }>>>>
    readonly components: { readonly securitySchemes: Readonly<Record<string, object>> }
  }
  const { paths, components } = JSON.parse((await app.get('/openapi.json')).text) as Document
  expect(components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(paths['/newapi/demand/add']?.post?.security).toEqual([{ token: [] }, { key: [] }])
  expect(paths['/newapi/law/list']?.get?.security).toEqual([{}, { token: [] }, { key: [] }])
  expect(paths['/newapi/api/token']?.get?.security).toContainEqual({ key: [] })
  expect(paths['/newapi/api/updatePassword']?.post?.security).toEqual([{ token: [] }])
})
