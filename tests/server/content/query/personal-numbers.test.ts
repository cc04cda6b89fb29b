// Tests masked personal numbers: only the reveal call returns the number of another user whole.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPlan } from '#server/content/items/type-plan.ts'
import { isMaskedFor, maskValue } from '#shared/access/mask-field.ts'
import { ASKERS, type Asker, roleOf } from '../../../portal-content/access/askers.ts'
import { insertItems, itemId } from '../../../portal-content/access/items.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const READS = ['info', 'own', 'list', 'manage', 'tree', 'related', 'ancestors'] as const
/** Who reads most, and who reads what any account does. */
const READERS: readonly Asker[] = ['guest', 'operator', 'auditor', 'unit', 'rescueForces']
const RELATIONS = ['other', 'hidden'] as const

let app: TestApp
const tokens = new Map<Asker, string>()

beforeAll(async () => {
  app = await createTestApp()
  await insertItems(app)
  for (const asker of ASKERS)
    if (asker !== 'guest')
      tokens.set(asker, await app.signIn(asker, roleOf(asker), { black: asker === 'black' }))
}, 120_000)
afterAll(() => app.close())

/** Of every type that has personal numbers: its item of somebody else, and the numbers that it holds. */
async function numbered() {
  const { model } = app.source
  return Promise.all(
    model.contentTypes
      .flatMap((type) => {
        const fields = type.fields.filter((field) => !field.join && isMaskedFor(type, field))
        return fields.length === 0 ? [] : [{ type, fields }]
      })
      .map(async (one) => {
        const plan = findPlan(model, one.type.name)
        if (!plan) throw new Error(one.type.name)
        const ids = RELATIONS.map((relation) => itemId(one.type.name, relation, 'guest'))
        const rows = await app.services.db
          .selectFrom('item')
          .select(['id', 'body'])
          .where('id', 'in', ids)
          .execute()
        const values = rows.flatMap(({ body }) =>
          one.fields.map((field) => (body as Record<string, unknown>)[field.name]),
        )
        return {
          ...one,
          ids,
          numbers: values.filter((value) => typeof value === 'string' && /\d{7}/.test(value)),
        }
      }),
  )
}

const get = (path: string, token: string | undefined) => app.get<unknown>(path, token ? { token } : {})

describe('personal number of another user', () => {
  test('is masked in every read answer for every tested role', async () => {
    const found: string[] = []
    let read = 0
    for (const { type, numbers, ids } of await numbered()) {
      const calls = app.source.model.operations.filter(
        ({ content, method }) =>
          content?.type === type.name &&
          method === 'GET' &&
          READS.some((action) => action === content.action),
      )
      for (const { path, id: operation } of calls)
        for (const id of ids)
          for (const asker of READERS) {
            const url = path.includes('{id}') ? path.replace('{id}', id) : `${path}?id=${id}&limit=50`
            const { text, status } = await get(url, tokens.get(asker))
            if (status === 200) read += 1
            for (const number of numbers)
              if (text.includes(`"${String(number)}"`)) found.push(`${asker} ${operation} ${String(number)}`)
          }
    }
    expect([...new Set(found)]).toEqual([])
    expect(read).toBeGreaterThan(50)
  }, 300_000)

  test('is returned whole by POST /personal/reveal, with one audit entry for each call', async () => {
    const token = tokens.get('operator') as string
    const type = app.source.model.contentTypes.find(({ name }) => name === 'demand')
    const field = type?.fields.find(({ name }) => name === 'contactMobile')
    if (!type || !field) throw new Error('no demand')
    const id = itemId('demand', 'other', 'guest')
    const row = await app.services.db
      .selectFrom('item')
      .select('body')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const whole = (row.body as Record<string, unknown>).contactMobile
    const shown = await app.get<Record<string, unknown>>(`/newapi/demand/info/${id}`, { token })
    const entries = () =>
      app.services.db
        .selectFrom('audit')
        .select(['actor', 'action', 'target', 'detail'])
        .where('action', '=', 'personal.reveal')
        .execute()
    expect(shown.data.contactMobile).toBe(maskValue(field, whole))
    expect(await entries()).toEqual([])
    const given = { dataType: 'demand', dataId: id, field: 'contactMobile' }
    for (const times of [1, 2]) {
      const { data } = await app.post<{ value: unknown }>('/newapi/personal/reveal', given, { token })
      expect(data.value).toBe(whole)
      expect(await entries()).toHaveLength(times)
    }
    const [entry] = await entries()
    expect(entry).toMatchObject({
      actor: 'operator',
      target: id,
      detail: { fields: [field.title], subject: 'somebody' },
    })
    expect(JSON.stringify(entry)).not.toContain(String(whole))
  })

  test('is not revealed to visitors, to roles that cannot read the field, or for fields that are no number', async () => {
    const id = itemId('demand', 'other', 'guest')
    const reveal = (field: string, token?: string) =>
      app.post(
        '/newapi/personal/reveal',
        { dataType: 'demand', dataId: id, field },
        token === undefined ? {} : { token },
      )
    expect((await reveal('contactMobile')).status).toBe(401)
    expect((await reveal('contactMobile', tokens.get('science'))).status).toBe(403)
    expect((await reveal('title', tokens.get('operator'))).status).toBe(404)
    expect((await reveal('nothing', tokens.get('operator'))).status).toBe(404)
  })

  test('stays as stored when an editor returns the masked value; another masked value is refused', async () => {
    const token = tokens.get('operator') as string
    const id = itemId('demand', 'own', 'unit')
    const url = `/newapi/demand/info/${id}`
    const stored = async () => {
      const { body } = await app.services.db
        .selectFrom('item')
        .select('body')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return (body as Record<string, unknown>).contactMobile
    }
    const before = await stored()
    const { data } = await app.get<Record<string, unknown>>(url, { token })
    const own = await app.get<Record<string, unknown>>(url, { token: tokens.get('unit') as string })
    expect(own.data.contactMobile, 'the owner reads it whole').toBe(before)
    const names = app.source.model.forms.find((form) => form.id === 'demand')?.fields.map(({ name }) => name)
    const written = Object.fromEntries((names ?? []).map((name) => [name, data[name] ?? null]))
    const update = (mobile: unknown) =>
      app.post(
        '/newapi/demand/update',
        { ...written, contactMobile: mobile, title: '改过的需求标题', id, revision: data.revision },
        { token },
      )
    const wrong = await update('139****9999')
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('/contactMobile')
    const right = await update(data.contactMobile)
    expect(right.text).toContain('"code":0')
    expect(await stored()).toBe(before)
  })
})
