// Tests declarations over HTTP: draft, submission, field comments, changes, cancellation (DEC-01).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { withOwnFiles } from '../../server/support/keep-file.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { type Answers, validAnswers } from '../../support/valid-answers.ts'

interface Declared extends Record<string, unknown> {
  readonly id: string
  readonly receiptNo: string
  readonly status: string
  readonly revision: number
  readonly changeStatus?: string | null
  readonly history: readonly {
    readonly to: string
    readonly reason: string | null
    readonly remarks: readonly { readonly field: string; readonly title: string; readonly text: string }[]
  }[]
  readonly actions: readonly { readonly action: string; readonly remarks?: readonly { field: string }[] }[]
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
}, 60_000)
afterAll(() => app.close())

async function answersTo(typeName: string, account: string, seed = 11): Promise<Answers> {
  const form = app.source.model.forms.find(({ id }) => id === typeName)
  const type = app.source.model.contentTypes.find(({ name }) => name === typeName)
  if (!form || !type) throw new Error(typeName)
  return withOwnFiles(app, type, validAnswers(createRandom(seed), form, 0), account)
}

const titleOf = (typeName: string, field: string): string =>
  app.source.model.contentTypes
    .find(({ name }) => name === typeName)
    ?.fields.find(({ name }) => name === field)?.title ?? ''

const ONE = [
  {
    type: 'droneDeclaration',
    save: '/newapi/drone/save',
    check: '/newapi/drone/isSubmit',
    get: '/newapi/drone/get',
    update: '/newapi/drone/update',
    changed: { stationPlace: '新的存放地点' },
  },
  {
    type: 'radioDeclaration',
    save: '/newapi/erdha/submit',
    check: '/newapi/erdha/checkSubmit',
    get: '/newapi/erdha/getInfo',
    update: '/newapi/erdha/update',
    changed: { sitePlace: '新的台址' },
  },
  {
    type: 'volunteerReport',
    save: '/newapi/araecvReport/save',
    check: '/newapi/araecvReport/checkReport',
    get: '/newapi/araecvReport/getInfoByUserId',
    update: '/newapi/araecvReport/update',
    changed: { available: '节假日全天' },
  },
] as const

describe.each(ONE)(
  'DEC-01 single declaration of a user at $save',
  ({ type, save, check, get, update, changed }) => {
    const desk = (step: string, query: string) => `/newapi/operator/${type}/${step}?${query}`
    const name = `declarer-${type}`
    let token: string
    let operator: string
    beforeAll(async () => {
      token = await app.signIn(name, 'unit')
      operator = await app.signIn('handler', 'operator')
    })

    test('does not exist before it is saved, and visitors are refused with 401', async () => {
      expect((await app.get(check, { token })).data).toEqual({
        submitted: false,
        id: null,
        receiptNo: null,
        status: null,
      })
      expect((await app.get(get, { token })).data).toBeNull()
      for (const answer of [await app.get(check), await app.get(get), await app.post(save, {})])
        expect(answer.status).toBe(401)
    })

    test('is stored incomplete as a draft that only its owner reads, and validated on submission', async () => {
      const draft = await app.post<Declared>(`${save}?submit=false`, {}, { token })
      expect(draft.data, draft.text).toMatchObject({ status: 'draft' })
      expect((await app.get(`${get}?id=${draft.data.id}`, { token: operator })).status).toBe(404)
      const refused = await app.post(save, {}, { token })
      expect(refused.status).toBe(400)
      expect((await app.get<Declared>(check, { token })).data).toMatchObject({ submitted: false })
    })

    test('is submitted once, and returned by number, id or user to its owner and operators only', async () => {
      const body = await answersTo(type, name)
      const sent = await app.post<Declared>(save, body, { token })
      expect(sent.data, sent.text).toMatchObject({ status: 'submitted' })
      const { id, receiptNo } = sent.data
      expect(receiptNo).toMatch(/^SB-\d{4}-\d{6}$/)
      expect((await app.get(check, { token })).data).toEqual({
        submitted: true,
        id,
        receiptNo,
        status: 'submitted',
      })
      const again = await app.post(save, body, { token })
      expect([again.status, again.msg]).toEqual([409, '您已提交过，不能重复提交'])
      const owner = (await app.get<Declared>(get, { token })).data
      expect(owner).toMatchObject({ id, declareNo: receiptNo })
      for (const query of [`receiptNo=${receiptNo}`, `id=${id}`, `userId=${owner.ownerId}`])
        expect((await app.get<Declared>(`${get}?${query}`, { token: operator })).data, query).toMatchObject({
          id,
        })
      const other = await app.signIn('bystander', 'unit')
      for (const query of [`receiptNo=${receiptNo}`, `id=${id}`, `userId=${owner.ownerId}`])
        expect((await app.get(`${get}?${query}`, { token: other })).status, query).toBe(404)
    })

    test('is returned with field comments, corrected under its number, accepted and handled by an operator', async () => {
      const { id, receiptNo } = (await app.get<Declared>(get, { token })).data
      expect((await app.get(desk('handle', `id=${id}`), { token })).status).toBe(403)
      const [field = ''] = Object.keys(changed)
      const refuse = (remarks: unknown) =>
        app.post(desk('refuse', ''), { id, reason: '请补正', remarks }, { token: operator })
      for (const [remarks, said] of [
        [[{ field: 'nowhere', text: '请核对' }], '没有“nowhere”'],
        [[{ field: 'declareNo', text: '请核对' }], '没有“declareNo”'],
        [[{ field, text: ' ' }], '请填写修改要求'],
        [
          [
            { field, text: '请核对' },
            { field, text: '再核对' },
          ],
          '请合并为一条',
        ],
        [[{ field, text: '长'.repeat(201) }], '200'],
        [field, '列表'],
      ] as const) {
        const wrong = await refuse(remarks)
        expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining(said)])
      }
      const offer = (await app.get<Declared>(`${get}?id=${id}`, { token: operator })).data.actions.find(
        ({ action }) => action === 'refuse',
      )
      expect(offer?.remarks?.map((one) => one.field)).toContain(field)
      const elsewhere = await app.get(desk('accept', `id=${id}&remarks=x`), { token: operator })
      expect(elsewhere.status).toBe(400)
      const back = await refuse([{ field, text: '与现场不符，请核对' }])
      expect(back.status, back.text).toBe(200)
      const { revision, status, history } = (await app.get<Declared>(get, { token })).data
      expect(status).toBe('returned')
      const title = titleOf(type, field)
      expect(history[0]).toMatchObject({
        reason: '请补正',
        remarks: [{ field, title, text: '与现场不符，请核对' }],
      })
      const { data: told } = await app.get<Paged<{ content: string }>>('/newapi/msgNotice/getMsgNoticeInfo', {
        token,
      })
      expect(JSON.stringify(told)).toContain(`需要修改：${title}`)
      const body = await answersTo(type, name, 12)
      const sent = await app.post<Declared>(update, { ...body, id, revision }, { token })
      expect(sent.data, sent.text).toMatchObject({ id, status: 'submitted' })
      expect((await app.get<Declared>(check, { token })).data).toMatchObject({ submitted: true, receiptNo })
      expect((await app.get(desk('accept', `id=${id}`), { token: operator })).status).toBe(200)
      expect((await app.get(desk('handle', `id=${id}`), { token: operator })).status).toBe(200)
      expect((await app.get<Declared>(check, { token })).data).toMatchObject({
        submitted: true,
        status: 'handled',
      })
    })

    test('is changed after approval by a pending change that takes effect when it is approved', async () => {
      const before = (await app.get<Declared>(get, { token })).data
      const body = { ...(await answersTo(type, name, 12)), ...changed }
      const [[field, value]] = Object.entries(changed) as [[string, string]]
      expect((await app.post(save, body, { token })).status).toBe(409)
      const asked = { ...body, id: before.id, revision: before.revision }
      const proposed = await app.post<Declared>(update, asked, { token })
      expect(proposed.data, proposed.text).toMatchObject({ status: 'handled', changeStatus: 'submitted' })
      const waiting = (await app.get<Declared>(`${get}?id=${before.id}`, { token: operator })).data
      expect(waiting[field]).toBe(before[field])
      const change = waiting.change as {
        readonly revision: number
        readonly fields: readonly string[]
        readonly item: Declared
      }
      expect(change.fields).toContain(field)
      // Its number is not the author's to change.
      expect(change.fields).not.toContain('declareNo')
      expect(change.item.declareNo).toBe(before.declareNo)
      const query = `id=${before.id}&change=${change.revision}`
      const done = await app.get(desk('handle', query), { token: operator })
      expect(done.status, done.text).toBe(200)
      const after = (await app.get<Declared>(get, { token })).data
      expect(after[field]).toBe(value)
      expect(after.declareNo).toBe(before.declareNo)
      expect(after.revision).toBeGreaterThan(before.revision)
    })

    test('is cancelled by its owner only, and a new one then has another number', async () => {
      const { id, declareNo } = (await app.get<Declared>(get, { token })).data
      const cancel = update.replace('update', 'cancel')
      expect((await app.get(`${cancel}?id=${id}`, { token: operator })).status).toBe(403)
      expect((await app.get(`${cancel}?id=${id}`, { token })).status).toBe(200)
      expect((await app.get<Declared>(check, { token })).data).toMatchObject({ submitted: false })
      const anew = await app.post<Declared>(save, await answersTo(type, name, 13), { token })
      expect(anew.data, anew.text).toMatchObject({ status: 'submitted' })
      expect([anew.data.id, anew.data.receiptNo]).not.toEqual([id, declareNo])
    })

    test('is listed in the publications of its owner and in the queue of operators', async () => {
      const { id } = (await app.get<Declared>(get, { token })).data
      for (const [path, reader] of [
        ['/newapi/api/publication/list', token],
        ['/newapi/api/moderation/queue', operator],
      ] as const) {
        const { data } = await app.get<Paged<Declared>>(`${path}?limit=50`, { token: reader })
        expect(
          data.list.map((row) => row.id),
          path,
        ).toContain(id)
      }
    })
  },
)

describe('DEC-01 several declarations of a user at /api/hocnetworkdeclarat', () => {
  const SAVE = '/newapi/api/hocnetworkdeclarat/save'
  const LIST = '/newapi/api/hocnetworkdeclarat/list'
  const body = (seed: number) => answersTo('adhocDeclaration', 'adhoc-unit', seed)

  test('are created without an id, updated with one, and listed for their owner only', async () => {
    const token = await app.signIn('adhoc-unit', 'unit')
    const first = await app.post<Declared>(SAVE, await body(1), { token })
    const second = await app.post<Declared>(`${SAVE}?submit=false`, await body(2), { token })
    expect(first.data, first.text).toMatchObject({ status: 'submitted' })
    expect(second.data, second.text).toMatchObject({ status: 'draft' })
    expect(first.data.id).not.toBe(second.data.id)
    const { id } = second.data
    const sent = await app.post<Declared>(SAVE, { ...(await body(3)), id }, { token })
    expect(sent.data, sent.text).toMatchObject({ id, status: 'submitted' })
    expect(sent.data.receiptNo).not.toBe(first.data.receiptNo)
    const { data } = await app.get<Paged<Declared>>(LIST, { token })
    expect(data.list.map((row) => row.id).sort()).toEqual([first.data.id, id].sort())

    const other = await app.signIn('adhoc-other', 'supplier')
    expect((await app.get<Paged<Declared>>(LIST, { token: other })).data.list).toEqual([])
    const foreign = await app.post(
      SAVE,
      { ...(await answersTo('adhocDeclaration', 'adhoc-other', 4)), id },
      { token: other },
    )
    expect(foreign.status).toBe(404)
    const closed = await app.post(SAVE, { ...(await body(3)), id }, { token })
    expect(closed.status).toBe(409)
    expect((await app.get(LIST)).status).toBe(401)
  })

  test('are created once by two calls with the same idempotency key', async () => {
    const token = await app.signIn('adhoc-twice', 'unit')
    const given = await answersTo('adhocDeclaration', 'adhoc-twice', 5)
    const send = () =>
      app.post<Declared>(SAVE, given, { token, headers: { 'Idempotency-Key': 'adhoc-0001' } })
    const [one, two] = [await send(), await send()]
    expect(two.data).toEqual(one.data)
    expect((await app.get<Paged<Declared>>(LIST, { token })).data.list).toHaveLength(1)
  })
})

describe('GET /api/publication/matters', () => {
  interface Matter {
    readonly id: string
    readonly who: string
    readonly term: string
    readonly address: string
    readonly status: string | null
    readonly count: number | null
  }
  const matters = async (token?: string) =>
    new Map(
      (await app.get<Paged<Matter>>('/newapi/api/publication/matters', { token })).data.list.map((row) => [
        row.id,
        row,
      ]),
    )

  test('returns to visitors who may declare, until when, and the address of the form', async () => {
    const all = await matters()
    expect([...all.keys()]).toEqual(
      expect.arrayContaining(['radioDeclaration', 'droneDeclaration', 'volunteerReport', 'adhocDeclaration']),
    )
    expect(all.get('radioDeclaration')).toMatchObject({
      who: '登录后即可申报',
      term: '2026-01-01 起，2030-12-31 截止',
      address: '/wirelessRadio',
      status: null,
    })
    expect(all.get('volunteerReport')?.term).toBe('长期受理')
  })

  test('returns to owners the status, number and address of their declarations', async () => {
    const token = await app.signIn('matter-owner', 'unit')
    expect((await matters(token)).get('droneDeclaration')).toMatchObject({ status: null })
    await app.post('/newapi/drone/save', await answersTo('droneDeclaration', 'matter-owner', 21), { token })
    for (const seed of [22, 23]) {
      const body = await answersTo('adhocDeclaration', 'matter-owner', seed)
      await app.post('/newapi/api/hocnetworkdeclarat/save?submit=false', body, { token })
    }
    const mine = await matters(token)
    expect(mine.get('droneDeclaration')).toMatchObject({
      status: 'submitted',
      address: '/myDroneDeclaration',
    })
    expect(mine.get('adhocDeclaration')).toMatchObject({
      status: 'draft',
      count: 2,
      address: '/myAdhocDeclarations',
    })
    const other = await app.signIn('matter-other', 'unit')
    expect((await matters(other)).get('droneDeclaration')).toMatchObject({ status: null })
  })
})
