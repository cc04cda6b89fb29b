// Tests that an `x-unique` field is unique in its type, for every call that writes a value.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { seedVolume } from '#server/transfer/seed/seed-volume.ts'
import type { Model } from '#shared/model/model.ts'
import { portalFiles } from '../../../support/portal-files.ts'
import { withoutNotices } from '../../../support/without-notices.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { signInAll } from '../../support/sign-in-all.ts'
import { NOTE, NOTE_FILE, smallFiles } from '../../support/small-configuration.ts'
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts'

const LIFECYCLES = ['moderated', 'declaration'].map((name) => `schemas/lifecycles/${name}.json`)
const UNIQUE = { 'x-unique': true }
const code = (more: object) => ({ type: 'string', title: '登记号', maxLength: 40, ...more })

const device = (more: object) => ({
  ...NOTE,
  title: '设备',
  lifecycle: 'moderated',
  fields: {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string', title: '名称', maxLength: 60 },
      code: code(more),
      serial: { type: 'integer', title: '序列号', ...more },
      uscc: { $ref: '../common/uscc.schema.json', title: '统一社会信用代码', ...more },
    },
  },
  endpoints: {
    list: 'GET /device/list',
    info: 'GET /device/info/{id}',
    add: 'POST /device/add',
    update: 'POST /device/update',
    setCode: { at: 'POST /device/setCode', action: 'set', fields: ['code'] },
    submit: 'GET /device/submit',
    online: 'GET /device/online',
    offline: 'GET /device/offline',
    refuse: 'GET /device/refuse',
    withdraw: 'GET /device/withdraw',
    delete: 'GET /device/delete',
    restore: 'GET /device/restore',
  },
  samples: '../samples/device.json',
})

const claim = (more: object) => ({
  ...NOTE,
  title: '申报',
  lifecycle: 'declaration',
  fields: {
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string', title: '名称', maxLength: 60 }, code: code(more) },
  },
  endpoints: { save: 'POST /claim/save', own: 'GET /claim/get' },
})

async function modelWith(more: object): Promise<Model> {
  const all = portalFiles()
  const files = await smallFiles()
  files.delete(NOTE_FILE)
  for (const path of [...LIFECYCLES, 'schemas/dictionaries/contentStatus.json'])
    files.set(path, withoutNotices(path, all.get(path) ?? ''))
  files.set('schemas/content/device.json', JSON.stringify(device(more), null, 2))
  files.set('schemas/content/claim.json', JSON.stringify(claim(more), null, 2))
  const samples = {
    $schema: '../config/samples.schema.json',
    items: [{ _id: 'D1', title: '样机', code: 'SAMPLE-1' }],
  }
  files.set('schemas/samples/device.json', JSON.stringify(samples))
  const result = checkConfiguration(files)
  if (!result.ok) throw new Error(result.problems.map(({ file, message }) => `${file} ${message}`).join('\n'))
  return result.model
}

const model = await modelWith(UNIQUE)
const without = await modelWith({})

interface Item {
  readonly id: string
  readonly revision: number
  readonly [name: string]: unknown
}

describe.each(ONE_DATABASE)('unique field on $name', (database) => {
  let app: TestApp
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    app = await createTestApp({ model, database })
    Object.assign(tokens, await signInAll(app, { author: 'unit', other: 'supplier', operator: 'operator' }))
  })
  afterAll(() => app.close())

  const add = (body: object, who = 'author') =>
    app.post<Item>('/newapi/device/add', { title: '一台设备', ...body }, { token: tokens[who] })
  const step = (action: string, id: string, who = 'operator', more = '') =>
    app.get<Item>(`/newapi/device/${action}?id=${id}${more}`, { token: tokens[who] })
  const read = async (id: string, who = 'operator') =>
    (await app.get<Item>(`/newapi/device/info/${id}`, { token: tokens[who] })).data
  const update = async (id: string, body: object, who = 'author') => {
    const { revision } = await read(id, who)
    return app.post<Item>(
      '/newapi/device/update',
      { title: '一台设备', ...body, id, revision },
      { token: tokens[who] },
    )
  }
  const added = async (body: object, who = 'author') => (await add(body, who)).data.id
  const expectTaken = (answer: Answer<unknown>, path = '/code', title = '登记号') => {
    expect([answer.status, answer.code]).toEqual([400, 40002])
    expect(answer.errors).toEqual([{ path, message: `“${title}”已被使用，请核对后重新填写` }])
    expect(answer.msg).toContain(title)
  }
  const countOf = async (value: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from item where body->>'code' = ${value} and status <> 'deleted'`.execute(
      app.services.db,
    )
    return rows[0]?.n
  }

  test('refuses a value that another item has, and names the field', async () => {
    await added({ code: 'ADD-1' })
    expectTaken(await add({ code: 'ADD-1' }, 'other'))
    expect((await add({ code: 'ADD-2' }, 'other')).status).toBe(200)
  })

  test.each([
    ['case', 'case-Ab1', 'CASE-aB1'],
    ['full-width letters', 'WIDE-A1', 'ＷＩＤＥ－Ａ１'],
    ['blanks', 'BLANK 1', ' BLANK1　'],
  ])('compares values without regard to %s', async (_, first, second) => {
    await added({ code: first })
    expectTaken(await add({ code: second }))
  })

  test('names the colliding field where a type has several unique fields', async () => {
    await added({ code: 'EACH-1', serial: 7, uscc: '91110000100000000R' })
    expectTaken(await add({ code: 'EACH-2', serial: 7 }), '/serial', '序列号')
  })

  test('accepts several items without a value', async () => {
    expect((await add({})).status).toBe(200)
    expect((await add({ code: '' })).status).toBe(200)
    expect((await add({ code: null })).status).toBe(200)
  })

  test('accepts one of twelve parallel items with the same value, with and without an idempotency key', async () => {
    for (const headers of [undefined, 'key']) {
      const value = `RACE-${headers}`
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          app.post(
            '/newapi/device/add',
            { title: `第 ${n} 台`, code: value },
            { token: tokens.author, ...(headers ? { headers: { 'idempotency-key': `k${n}` } } : {}) },
          ),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 200)) expectTaken(answer)
      expect(await countOf(value)).toBe(1)
    }
  })

  test('leaves the idempotency key of a refused call unused', async () => {
    await added({ code: 'KEY-1' })
    const headers = { 'idempotency-key': 'again-1' }
    const tryWith = (value: string) =>
      app.post('/newapi/device/add', { title: '一台设备', code: value }, { token: tokens.author, headers })
    expectTaken(await tryWith('KEY-1'))
    expect((await tryWith('KEY-2')).status).toBe(200)
  })

  test('refuses an update to the value of another item and accepts the current value', async () => {
    await added({ code: 'UP-1' })
    const id = await added({ code: 'UP-2' })
    expectTaken(await update(id, { code: 'UP-1' }))
    expect((await update(id, { code: 'UP-2', title: '改了名称' })).status).toBe(200)
    expect((await update(id, { code: 'UP-3' })).status).toBe(200)
    expect((await add({ code: 'UP-2' })).status).toBe(200)
  })

  test('refuses the value of another item in a call that sets single fields', async () => {
    await added({ code: 'SET-1' })
    const id = await added({ code: 'SET-2' })
    const set = (value: string) =>
      app.post('/newapi/device/setCode', { id, code: value }, { token: tokens.author })
    expectTaken(await set('SET-1'))
    expect((await set('SET-3')).status).toBe(200)
  })

  test('is validated when a pending change is written and again when the change is approved', async () => {
    await added({ code: 'WAIT-1' })
    const id = await added({ code: 'WAIT-2' })
    await step('online', id)
    expectTaken(await update(id, { code: 'WAIT-1' }))
    const waiting = await update(id, { code: 'WAIT-3' })
    expect([waiting.status, waiting.data.changeStatus]).toEqual([200, 'pending'])
    const rival = await added({ code: 'WAIT-3' }, 'other')
    const approve = () => step('online', id, 'operator', `&change=${waiting.data.revision}`)
    expectTaken(await approve())
    expect((await read(id)).code).toBe('WAIT-2')
    await step('delete', rival, 'other')
    expect((await approve()).status).toBe(200)
    expect((await read(id)).code).toBe('WAIT-3')
  })

  test('releases the value of a deleted item, and refuses a restore while another item has the value', async () => {
    const id = await added({ code: 'GONE-1' })
    await step('delete', id)
    const next = await added({ code: 'GONE-1' }, 'other')
    expectTaken(await step('restore', id))
    await step('delete', next)
    expect((await step('restore', id)).status).toBe(200)
  })

  test('is validated for declarations, as drafts and as submissions', async () => {
    const save = (who: string, value: string, submit: boolean) =>
      app.post(
        `/newapi/claim/save?submit=${submit}`,
        { title: '申报一项', code: value },
        { token: tokens[who] },
      )
    expect((await save('author', 'CLAIM-1', false)).status).toBe(200)
    expect((await save('author', 'CLAIM-1', true)).status).toBe(200)
    expectTaken(await save('other', 'CLAIM-1', false))
    expectTaken(await save('other', 'CLAIM-1', true))
    // Another type is another matter.
    expect((await add({ code: 'CLAIM-1' })).status).toBe(200)
  })

  test('causes no collision when seedVolume runs twice', async () => {
    expect(await seedVolume(app.services, [{ type: 'device', items: 30 }])).toBe(30)
    expect(await seedVolume(app.services, [{ type: 'device', items: 30 }])).toBe(30)
  })
})

describe.each(ONE_DATABASE)('field that becomes unique on $name', (database) => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ model: without, database })
  })
  afterAll(() => app.close())

  test('logs the colliding items, and is enforced once the collision is removed', async () => {
    const token = await app.signIn('author', 'unit')
    const add = async (title: string, value: string) =>
      (await app.post<Item>('/newapi/device/add', { title, code: value }, { token })).data.id
    const first = await add('水泵甲', 'X-1')
    const second = await add('水泵乙', 'x-1')
    await add('水泵丙', 'X-2')
    const { db } = app.services
    const { alone } = app.services.database
    const ensure = async () => {
      const lines: string[] = []
      const changed = await ensureIndexes(db, model, { alone, print: (line) => lines.push(line) })
      return { changed, text: lines.join('\n') }
    }
    const { text } = await ensure()
    expect(text).toContain('“设备”')
    expect(text).toContain('“登记号”')
    expect(text).toContain(`《水泵甲》（${first}，待审核）、《水泵乙》（${second}，待审核）`)
    expect(text).not.toContain('水泵丙')
    expect((await ensure()).text).toBe(text)
    await app.get(`/newapi/device/delete?id=${second}`, { token })
    expect(await ensure()).toEqual({ changed: 1, text: '' })
    expect(await ensure()).toEqual({ changed: 0, text: '' })
    const third = await app.post('/newapi/device/add', { title: '水泵丁', code: 'X-1' }, { token })
    // This process still has the configuration from before: it knows of no such field.
    expect([third.status, third.code, third.errors ?? []]).toEqual([400, 40002, []])
    expect(await ensureIndexes(db, without)).toBe(4)
    expect((await app.post('/newapi/device/add', { title: '水泵丁', code: 'X-1' }, { token })).status).toBe(
      200,
    )
  })
})
