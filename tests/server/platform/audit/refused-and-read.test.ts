// Tests audit entries of refused calls and of personal data read by others.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notedOnceOf } from '#server/platform/audit/audit-once.ts'
import { maskMobile } from '#shared/access/mask.ts'
import { registerAs } from '../../identity/accounts/support/registering.ts'
import { keepFile } from '../../support/keep-file.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let boss: string
let member: string
let before = 0

beforeAll(async () => {
  app = await createTestApp({ model: await smallModel() })
  boss = await app.signIn('boss', 'operator')
  member = await app.signIn('member', 'unit')
})
afterAll(() => app.close())
beforeEach(async () => {
  await notedOnceOf(app.services).flush()
  before = Math.max(0, ...(await entries(0)).map(({ id }) => id))
})

const entries = (after = before) =>
  app.services.db.selectFrom('audit').selectAll().where('id', '>', after).orderBy('id').execute()

describe('audit of a call refused for lack of rights', () => {
  test('writes an entry with actor, action, address and refusal', async () => {
    const { status } = await app.get('/newapi/operator/user/list', { token: member, address: '10.1.2.3' })
    expect(status).toBe(403)
    expect(await entries()).toMatchObject([
      {
        actor: 'member',
        action: 'users.list',
        result: 'refused',
        address: '10.1.2.3',
        detail: { refusal: 'FORBIDDEN' },
      },
    ])
  })
  test('names the target from route or body when it can be an id', async () => {
    const path = '/newapi/operator/user'
    await app.post(`${path}/block`, { id: 'boss', reason: '试试' }, { token: member })
    await app.get(`${path}/info/boss`, { token: member })
    await app.post(`${path}/endSessions`, { id: '<b>x</b>' }, { token: member })
    await app.post(`${path}/endSessions`, { id: { boss: 1 } }, { token: member })
    expect((await entries()).map(({ action, target }) => [action, target])).toEqual([
      ['users.block', 'boss'],
      ['users.info', 'boss'],
      ['users.endSessions', null],
    ])
  })
  test('writes an entry for a write by a blacklisted account', async () => {
    const token = await app.signIn('black', 'unit', { black: true })
    await app.post('/newapi/note/add', { title: '新的便签' }, { token })
    expect(await entries()).toMatchObject([
      { actor: 'black', action: 'note.add', result: 'refused', detail: { refusal: 'BLACKLISTED' } },
    ])
  })
  test('writes an entry for an unknown token and none for a visitor without a token', async () => {
    await app.get('/newapi/operator/user/list')
    expect(await entries()).toEqual([])
    await app.get('/newapi/operator/user/list', { token: 'a'.repeat(43), address: '10.1.2.4' })
    expect(await entries()).toMatchObject([
      { actor: null, action: 'users.list', result: 'refused', address: '10.1.2.4' },
    ])
  })
  test('writes two entries for 40 equal refusals: the first, and the number of the others', async () => {
    for (let count = 0; count < 40; count += 1) await app.get('/newapi/operator/user/list', { token: member })
    expect(await entries()).toHaveLength(1)
    await notedOnceOf(app.services).flush()
    expect((await entries()).map(({ detail }) => detail)).toEqual([
      { refusal: 'FORBIDDEN' },
      { refusal: 'FORBIDDEN', further: 39 },
    ])
  })
  test('limits the entries of one account, so that those of other accounts are still written', async () => {
    const other = await app.signIn('other', 'unit')
    for (let count = 0; count < 80; count += 1)
      await app.post(
        `/newapi/operator/user/${count % 2 ? 'block' : 'endSessions'}`,
        { id: `id-${count}` },
        { token: member },
      )
    await app.get('/newapi/operator/user/list', { token: other })
    const written = await entries()
    expect(written).toHaveLength(51)
    expect(written.at(-1)).toMatchObject({ actor: 'other', action: 'users.list' })
    await notedOnceOf(app.services).flush()
    expect((await entries()).at(-1)).toMatchObject({ action: 'audit.overflow', detail: { further: 30 } })
  })
  test('limits the entries of 700 addresses to 500 and counts the others in an overflow entry', async () => {
    for (let count = 0; count < 700; count += 1)
      await app.get('/newapi/operator/user/list', {
        token: 'a'.repeat(43),
        address: `10.9.${count >> 8}.${count & 255}`,
      })
    await notedOnceOf(app.services).flush()
    const written = await entries()
    expect(written.length).toBeLessThanOrEqual(501)
    expect(written.at(-1)).toMatchObject({ action: 'audit.overflow', detail: { further: 200 } })
  })
})

describe('audit of personal data', () => {
  test('writes an entry for each reveal call and none for the masked answer', async () => {
    const { person, answer } = await registerAs(app, 'auth.registerExpert')
    const { id } = answer.data
    await app.get(`/newapi/operator/application/list?keyWord=${answer.data.receiptNo}`, { token: boss })
    before = Math.max(...(await entries()).map((entry) => entry.id))
    const shown = await app.get<{ mobile: string; answers: { value: string; reveal: string | null }[] }>(
      `/newapi/operator/application/info/${id}`,
      {
        token: boss,
      },
    )
    expect(shown.text).not.toContain(person.mobile)
    expect(shown.data.mobile).toBe(maskMobile(person.mobile))
    expect(shown.data.answers.find(({ reveal }) => reveal === 'idCard')?.value).toContain('****')
    expect(await entries()).toEqual([])
    const reveal = (field: string, token = boss) =>
      app.post<{ value: string }>(
        '/newapi/personal/reveal',
        { dataType: 'account', dataId: id, field },
        { token },
      )
    expect((await reveal('mobile')).data.value).toBe(person.mobile)
    const [entry, ...more] = await entries()
    expect(more).toEqual([])
    expect(entry).toMatchObject({ actor: 'boss', target: id, result: 'ok', detail: { subject: id } })
    expect(entry?.detail?.fields).toEqual(['手机号码'])
    expect(JSON.stringify(entry)).not.toContain(person.mobile)
    expect((await reveal('idCard')).data.value).toMatch(/^\d{17}[\dX]$/)
    expect((await reveal('mobile')).data.value).toBe(person.mobile)
    expect(await entries()).toHaveLength(3)
    expect((await reveal('mobile', member)).status).toBe(403)
    expect((await reveal('mobile', await app.signIn('looker', 'auditor'))).status).toBe(403)
  })
  test('writes no entry when an auditor reads a masked account', async () => {
    const { answer } = await registerAs(app, 'auth.registerOrdinary')
    const auditor = await app.signIn('auditor', 'auditor')
    before = Math.max(...(await entries()).map((entry) => entry.id))
    await app.get(`/newapi/operator/user/info/${answer.data.id}`, { token: auditor })
    expect((await entries()).filter(({ result }) => result === 'ok')).toEqual([])
  })
  test('writes an entry when an operator downloads a file of an account, and none for its owner', async () => {
    const id = await keepFile(app, { form: 'registerUnit', field: 'licenseFile', ownerId: 'member' })
    const path = `/file/fileOperation/download/${id}`
    expect((await app.get(path, { token: member })).status).toBe(200)
    expect(await entries()).toEqual([])
    expect((await app.get(path, { token: boss })).status).toBe(200)
    expect(await entries()).toMatchObject([
      {
        actor: 'boss',
        action: 'file.download',
        target: id,
        detail: { subject: 'member', fields: ['执照.pdf'] },
      },
    ])
  })
})
