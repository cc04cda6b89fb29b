// Tests that no table contains a secret value in plain text, whichever call stores the value.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Model } from '#shared/model/model.ts'
import { portalFiles } from '../../../support/portal-files.ts'
import { withoutNotices } from '../../../support/without-notices.ts'
import { handIn, newPerson, registrationBody } from '../../identity/accounts/support/registering.ts'
import { NOTE, NOTE_FILE, smallFiles } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { ONE_DATABASE } from '../database/each-database.ts'
import { dump } from './dump.ts'

const ID_CARD = '440524188001010014'
const STAFF_FILE = 'schemas/forms/staffAccount.json'
const PASSPORT = { type: 'string', title: '护照号', maxLength: 40, 'x-secret': true }
/** Of items it is said who reads it. */
const SEEN = { ...PASSPORT, 'x-visible': ['owner', 'operator'] }

/** Notes are moderated, so changes wait beside them; declarations are saved; staff has a passport. */
async function canaryModel(): Promise<Model> {
  const all = portalFiles()
  const files = await smallFiles()
  for (const path of ['moderated', 'declaration'].map((name) => `schemas/lifecycles/${name}.json`))
    files.set(path, withoutNotices(path, all.get(path) ?? ''))
  files.set(
    'schemas/dictionaries/contentStatus.json',
    all.get('schemas/dictionaries/contentStatus.json') ?? '',
  )
  const fields = { ...NOTE.fields, properties: { ...NOTE.fields.properties, passport: SEEN } }
  const note = {
    ...NOTE,
    lifecycle: 'moderated',
    fields,
    endpoints: {
      ...NOTE.endpoints,
      online: 'GET /note/online',
      refuse: 'GET /note/refuse',
      setPassport: { at: 'POST /note/setPassport', action: 'set', fields: ['passport', 'day'] },
    },
  }
  const claim = {
    ...NOTE,
    title: '申报',
    lifecycle: 'declaration',
    fields,
    endpoints: { save: 'POST /claim/save', own: 'GET /claim/get' },
  }
  files.set(NOTE_FILE, JSON.stringify(note))
  files.set('schemas/content/claim.json', JSON.stringify(claim))
  const staff = JSON.parse(files.get(STAFF_FILE) ?? '')
  staff.fields.properties.passport = PASSPORT
  files.set(STAFF_FILE, JSON.stringify(staff))
  const result = checkConfiguration(files)
  if (!result.ok) throw new Error(result.problems.map(({ file, message }) => `${file} ${message}`).join('\n'))
  return result.model
}

const model = await canaryModel()

interface Item {
  readonly id: string
  readonly revision: number
  readonly passport?: string
}

describe.each(ONE_DATABASE)('secret value on $name', (database) => {
  let app: TestApp
  let owner: string
  let boss: string
  beforeAll(async () => {
    app = await createTestApp({ model, database })
    owner = await app.signIn('owner', 'unit')
    boss = await app.signIn('boss', 'operator')
  })
  afterAll(() => app.close())

  let count = 0
  /** Of digits and letters that nothing else has. */
  const canary = () => {
    count += 1
    return `CANARY${count}X${count}`
  }
  const clean = async () =>
    expect((await dump(app.services.db)).match(/.{0,200}CANARY\d.{0,200}/g) ?? []).toEqual([])
  const read = async (id: string, token = owner) =>
    (
      await app.get<Item & { change?: { item: Item; revision: number } }>(`/newapi/note/info/${id}`, {
        token,
      })
    ).data
  const add = async (passport: string) =>
    (await app.post<Item>('/newapi/note/add', { title: '新的便签', passport }, { token: owner })).data.id
  const update = async (id: string, passport: string, revision: number) =>
    app.post<Item>(
      '/newapi/note/update',
      { title: '新的便签', passport, id, revision },
      { token: owner, headers: { 'idempotency-key': `${id}-${revision}` } },
    )

  test('is stored encrypted in a new item, with and without an idempotency key', async () => {
    const id = await add(canary())
    const keyed = await app.post<Item>(
      '/newapi/note/add',
      { title: '又一张', passport: canary() },
      { token: owner, headers: { 'idempotency-key': 'once' } },
    )
    expect((await read(id)).passport).toBe('CANARY1X1')
    expect((await read(keyed.data.id)).passport).toBe('CANARY2X2')
    await clean()
  })

  test('is stored encrypted in a pending change that is set, refused and approved', async () => {
    const id = await add(canary())
    await app.get(`/newapi/note/online?id=${id}`, { token: boss })
    const [waiting, set, last] = [canary(), canary(), canary()]
    const { data } = await update(id, waiting, (await read(id)).revision)
    expect(data).toMatchObject({ changeStatus: 'pending' })
    await clean()
    expect((await read(id)).change?.item.passport).toBe(waiting)
    const nothing = await app.post('/newapi/note/setPassport', { id }, { token: boss })
    expect([nothing.status, (await read(id)).change?.item.passport], 'one of several fields').toEqual([
      400,
      waiting,
    ])
    const beside = await app.post('/newapi/note/setPassport', { id, passport: set }, { token: boss })
    expect(beside.status, beside.text).toBe(200)
    await clean()
    expect((await read(id)).change?.item.passport).toBe(set)
    const refused = await app.get(
      `/newapi/note/refuse?id=${id}&reason=${encodeURIComponent('请核对')}&change=${(await read(id, boss)).change?.revision}`,
      { token: boss },
    )
    expect(refused.status, refused.text).toBe(200)
    await clean()
    const { revision, change: stands } = await read(id)
    const again = await update(id, last, Math.max(revision, stands?.revision ?? 0))
    expect(again.status, again.text).toBe(200)
    const change = (await read(id, boss)).change?.revision
    const approved = await app.get(`/newapi/note/online?id=${id}&change=${change}`, { token: boss })
    expect(approved.status, approved.text).toBe(200)
    await clean()
    expect((await read(id)).passport).toBe(last)
  })

  test('is stored encrypted in a declaration, as a draft and when submitted', async () => {
    for (const submit of [false, true]) {
      const passport = canary()
      const path = `/newapi/claim/save?submit=${submit}`
      const { status } = await app.post(path, { title: '申报一项', passport }, { token: owner })
      expect(status).toBe(200)
      await clean()
      const { data } = await app.get<Item>('/newapi/claim/get', { token: owner })
      expect(data.passport).toBe(passport)
    }
  })

  test('is stored encrypted in the draft of a form', async () => {
    const passport = canary()
    const draft = { form: 'note', key: 'new', version: 1, data: { passport } }
    expect((await app.post('/newapi/api/draft', draft, { token: owner })).code).toBe(0)
    await clean()
    const { data } = await app.get<{ data: Item }>('/newapi/api/draft?form=note&key=new', { token: owner })
    expect(data.data.passport).toBe(passport)
  })

  test('is stored encrypted in an account that an operator creates', async () => {
    const body = {
      role: 'government',
      userName: 'cityhall',
      name: '某市应急局',
      department: '某市应急管理局',
    }
    const { status, data, text } = await app.post<Item>(
      '/newapi/operator/user/create',
      { ...body, passport: canary() },
      { token: boss },
    )
    expect(status, text).toBe(200)
    await clean()
    const row = await app.services.db
      .selectFrom('account')
      .select('application')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(row.application).toMatchObject({ passport: `CANARY${count}X${count}` })
  })

  test('is stored encrypted in identity papers, and other values stay encrypted after consent is withdrawn', async () => {
    const token = await app.signIn('member')
    await app.services.db
      .updateTable('account')
      .set({ application: { passport: app.services.database.secrets.seal(canary()) } })
      .where('id', '=', 'member')
      .execute()
    const improved = await app.post(
      '/newapi/avicUser/improveIdCard',
      { realName: '张三', idCard: ID_CARD, sensitiveConsent: true },
      { token },
    )
    expect(improved.status, improved.text).toBe(200)
    await clean()
    expect(await dump(app.services.db)).not.toContain(ID_CARD)
    const application = async () =>
      await app.services.db
        .selectFrom('account')
        .select(['application', 'idCard'])
        .where('id', '=', 'member')
        .executeTakeFirstOrThrow()
    expect(await application()).toMatchObject({
      idCard: ID_CARD,
      application: { passport: `CANARY${count}X${count}`, realName: '张三' },
    })
    expect((await app.post('/newapi/api/account/withdrawConsent', {}, { token })).code).toBe(0)
    await clean()
    expect(await application()).toMatchObject({
      idCard: null,
      application: { passport: `CANARY${count}X${count}` },
    })
  })

  test('is stored encrypted in a registration', async () => {
    const person = newPerson()
    const papers = { certType: '1', idCard: ID_CARD }
    const body = await registrationBody(app, 'auth.registerExpert', person, papers)
    const { status, text } = await handIn(app, 'auth.registerExpert', body, person)
    expect(status, text).toBe(200)
    expect(await dump(app.services.db)).not.toContain(ID_CARD)
  })

  test('is not found by a keyword search and is absent from the audit log', async () => {
    for (const word of ['CANARY1X1', ID_CARD]) {
      const { data } = await app.get<{ totalCount: number }>(`/newapi/note/list?keyWord=${word}&mine=true`, {
        token: owner,
      })
      expect(data.totalCount).toBe(0)
    }
    await clean()
  })
})
