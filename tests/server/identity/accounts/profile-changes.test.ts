// Tests profile updates: omitted fields stay, required fields cannot be emptied, invalid values are refused.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pledgeModel } from '../../support/pledges.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PERSON = { realName: '张三丰', orgName: '武当应急救援队', email: 'a@example.com', areaIds: '11' }
const COMPANY = {
  orgName: '示例装备有限公司',
  areaIds: '350203',
  mainProducts: ['1'],
  application: ['1'],
  intro: '专业生产应急救援装备的企业。'.repeat(6),
  contactName: '李四光',
  contactMobile: '13800138000',
  website: 'https://example.com/',
}

describe('profile update', () => {
  let app: TestApp
  const tokens: Record<string, string> = {}
  const stored = async (id: string) => {
    const query = app.services.db.selectFrom('account').select(['application', 'name'])
    return query.where('id', '=', id).executeTakeFirstOrThrow()
  }
  beforeAll(async () => {
    app = await createTestApp({ model: pledgeModel() })
    tokens.person = await app.signIn('person')
    tokens.unit = await app.signIn('unit', 'unit')
    tokens.company = await app.signIn('company', 'supplier')
    tokens.force = await app.signIn('force', 'rescueForces')
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const rows = {
      person: [PERSON, 'registerOrdinary'],
      unit: [COMPANY, 'registerUnit'],
      company: [COMPANY, 'registerSupplier'],
      force: [{ orgName: '示例救援队', areaIds: '350203' }, 'registerRescueForces'],
    } as const
    for (const [id, [application, form]] of Object.entries(rows))
      await app.services.db
        .updateTable('account')
        .set({
          application,
          form,
          name: 'realName' in application ? application.realName : application.orgName,
        })
        .where('id', '=', id)
        .execute()
  })

  test('refuses a field that the form of this kind of account lacks and names the field', async () => {
    const change = (body: object) => app.post('/newapi/api/update', body, { token: tokens.unit ?? '' })
    const refused = await change({ realName: '另一个人', address: '示例路 2 号' })
    expect(refused.status, refused.text).toBe(400)
    expect(refused.errors).toEqual([{ path: '/realName', message: expect.stringContaining('“姓名”') }])
    expect((await stored('unit')).application).not.toHaveProperty('address')
    for (const field of ['mobile', 'role', 'userName'])
      expect((await change({ [field]: '13800000000' })).errors).toMatchObject([{ path: `/${field}` }])
  })

  test('refuses a new area if the area grants read access, and stores it for an ordinary user', async () => {
    const change = (body: object) => app.post('/newapi/api/update', body, { token: tokens.force ?? '' })
    const moved = await change({ areaIds: '1101' })
    expect(moved.status, moved.text).toBe(400)
    expect(moved.errors).toMatchObject([{ path: '/areaIds', message: expect.stringContaining('意见反馈') }])
    expect((await change({ areaIds: null })).status).toBe(400)
    expect((await change({ areaIds: '350203', address: '示例路 1 号' })).status).toBe(200)
    expect((await stored('force')).application).toMatchObject({ areaIds: '350203', address: '示例路 1 号' })
    const free = await app.post('/newapi/api/update', { areaIds: '1101' }, { token: tokens.person ?? '' })
    expect(free.status).toBe(200)
  })

  test('writes no audit entry when the sent values change nothing', async () => {
    const change = (body: object) => app.post('/newapi/api/update', body, { token: tokens.person ?? '' })
    const traces = async () => {
      const query = app.services.db.selectFrom('audit').select('id').where('action', '=', 'auth.update')
      return (await query.where('actor', '=', 'person').execute()).length
    }
    const before = await traces()
    expect((await change({ realName: PERSON.realName })).status).toBe(200)
    expect(await traces()).toBe(before)
    expect((await change({ realName: '张君宝' })).status).toBe(200)
    expect(await traces()).toBe(before + 1)
  })

  test('refuses a weak new password with its defects, and locks after repeated wrong current passwords', async () => {
    const set = (oldPassword: string, password: string) =>
      app.post(
        '/newapi/api/updatePassword',
        { oldPassword, password, passwordAgain: password },
        { token: tokens.company ?? '' },
      )
    expect((await set('Wrong-1234', 'alllowercase1')).errors).toMatchObject([
      { path: '/password', message: '新密码须含大写、小写字母、数字和特殊字符' },
    ])
    const answers = []
    for (let tried = 0; tried < 12; tried += 1) answers.push(await set('Wrong-1234', 'Zhihui-5566y'))
    expect(answers.at(-1)).toMatchObject({
      status: 423,
      msg: '当前密码连续输错，请 15 分钟后再试；您仍处于登录状态，其他操作不受影响',
    })
    expect((await app.get('/newapi/api/token', { token: tokens.company ?? '' })).status).toBe(200)
  })

  test.each(['系统管理员', '官 方 客 服'])(
    'refuses a name that poses as staff, such as %s, at its field and changes nothing',
    async (realName) => {
      const answer = await app.post('/newapi/api/update', { realName }, { token: tokens.person ?? '' })
      expect(answer.status).toBe(400)
      expect(answer.errors).toMatchObject([{ path: '/realName' }])
      expect((await stored('person')).name).toBe(PERSON.realName)
    },
  )

  test.each([
    ['nothing sent changes nothing', '/newapi/api/update', 'person', {}, PERSON],
    [
      'one field sent changes one',
      '/newapi/api/update',
      'person',
      { email: 'b@example.com ' },
      { ...PERSON, email: 'b@example.com' },
    ],
    [
      'null empties what nobody demanded',
      '/newapi/api/update',
      'person',
      { email: null },
      { ...PERSON, email: undefined },
    ],
    [
      'a company changes one field',
      '/newapi/api/updateUserInfoSupplier',
      'company',
      { website: 'https://example.com/new' },
      { ...COMPANY, website: 'https://example.com/new' },
    ],
  ])('stores the sent fields only: %s', async (_, path, who, body, expected) => {
    const { status } = await app.post(path, body, { token: tokens[who] })
    expect(status).toBe(200)
    expect((await stored(who)).application).toEqual(JSON.parse(JSON.stringify(expected)))
  })

  test.each([
    [
      'a name cannot be emptied',
      '/newapi/api/update',
      'unit',
      { contactName: null },
      '/contactName',
      '请填写联系人',
    ],
    ['nor with blanks', '/newapi/api/update', 'unit', { contactName: '  ' }, '/contactName', '请填写联系人'],
    [
      'nor what the form demands',
      '/newapi/api/updateUserInfoSupplier',
      'company',
      { contactName: '' },
      '/contactName',
      '请填写联系人',
    ],
    [
      'a region must exist',
      '/newapi/api/update',
      'person',
      { areaIds: '999999' },
      '/areaIds',
      '请从列表中选择所在地区',
    ],
    [
      'a value must be of the dictionary',
      '/newapi/api/update',
      'person',
      { gender: '9' },
      '/gender',
      '请从列表中选择性别',
    ],
    [
      'an unknown field is refused',
      '/newapi/api/update',
      'person',
      { role: 'operator' },
      '/role',
      '不支持的内容“role”',
    ],
  ])(
    'refuses an invalid change with a message at its field: %s',
    async (_, path, who, body, place, message) => {
      const before = await stored(who)
      const { status, errors } = await app.post(path, body, { token: tokens[who] })
      expect([status, errors]).toEqual([400, [{ path: place, message }]])
      expect(await stored(who)).toEqual(before)
    },
  )

  test('refuses a JSON array as body', async () => {
    const { status } = await app.post('/newapi/api/update', [1], { token: tokens.person })
    expect(status).toBe(400)
  })
})
