// Tests the lifecycle of a drone declaration, private notes, and that authors find added items in lists.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { isInAudience } from '#shared/access/roles.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { rulesOf } from '#shared/validation/form-rules.ts'
import { withOwnFiles } from '../../server/support/keep-file.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { askerAs, ROLES } from '../../support/roles.ts'
import { type Answers, validAnswers } from '../../support/valid-answers.ts'

interface Declared {
  readonly id: string
  readonly receiptNo: string
  readonly status: string
  readonly statusReason?: string | null
  readonly actions: readonly { readonly action: string }[]
  readonly history: readonly { readonly to: string; readonly reason: string | null }[]
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ samples: true })
}, 60_000)
afterAll(() => app.close())

/** References lead to samples, so that they exist. */
function bodyOf(typeName: string, seed: number): Answers {
  const { model } = app.source
  const form = model.forms.find(({ id }) => id === typeName)
  const type = model.contentTypes.find(({ name }) => name === typeName)
  if (!form || !type) throw new Error(typeName)
  const body = validAnswers(createRandom(seed), form, 0)
  for (const { name, ref: own, refBy } of type.fields) {
    if (body[name] === undefined || (own === undefined && refBy === undefined)) continue
    if (refBy) body[refBy] = 'demand'
    const sample = model.samples[own ?? 'demand']?.find((row) => (row as { _id?: string })._id) as {
      _id: string
    }
    body[name] = Array.isArray(body[name]) ? [sample._id] : sample._id
  }
  return body
}

describe('DEC-01 drone declaration', () => {
  const body = () => ({ ...bodyOf('droneDeclaration', 7), registerNo: 'UAS00000042' })
  const get = async (query: string, token: string) =>
    app.get<Declared>(`/newapi/drone/get${query}`, { token })

  test('is submitted, withdrawn, returned, corrected, accepted and handled, with all states in its history', async () => {
    const owner = await app.signIn('declarer', 'unit')
    const other = await app.signIn('bystander', 'unit')
    const operator = await app.signIn('handler', 'operator')
    const auditor = await app.signIn('reader', 'auditor')
    const sent = await app.post<Declared>('/newapi/drone/save', body(), { token: owner })
    expect(sent.data, sent.text).toMatchObject({ status: 'submitted' })
    const { id, receiptNo } = sent.data
    const step = (action: string, more = '', token = operator) =>
      app.get(
        `/newapi/${action === 'withdraw' ? 'drone' : 'operator/droneDeclaration'}/${action}?id=${id}${more}`,
        {
          token,
        },
      )

    for (const number of [`?receiptNo=${receiptNo}`, '?registerNo=UAS00000042']) {
      for (const token of [owner, operator, auditor])
        expect((await get(number, token)).data).toMatchObject({ id, receiptNo })
      const refused = await get(number, other)
      expect([refused.status, refused.msg]).toEqual([404, '申报不存在，或不属于您'])
    }
    expect((await app.post('/newapi/drone/save', body(), { token: owner })).status).toBe(409)

    expect((await step('withdraw', '', owner)).status).toBe(200)
    expect((await get(`?receiptNo=${receiptNo}`, operator)).status).toBe(404) // a draft is its owner's alone
    const again = await app.post('/newapi/drone/save', { ...body(), model: '改进型' }, { token: owner })
    expect(again.data).toMatchObject({ id, status: 'submitted' })

    const desk = await app.get<Paged<Declared>>('/newapi/operator/droneDeclaration/manage?status=submitted', {
      token: operator,
    })
    expect(desk.data.list.map((row) => row.id)).toEqual([id])
    const refuse = (given: object, token = operator) =>
      app.post('/newapi/operator/droneDeclaration/refuse', { id, ...given }, { token })
    const reason = '序列号与照片不一致'
    expect((await refuse({})).status).toBe(400)
    expect((await refuse({ reason }, owner)).status).toBe(403)
    expect((await refuse({ reason })).status).toBe(200)
    const returned = (await get('', owner)).data
    expect(returned.status).toBe('returned')
    expect(returned.history.map(({ to, reason }) => [to, reason])).toContainEqual([
      'returned',
      '序列号与照片不一致',
    ])
    expect((await app.get('/newapi/drone/isSubmit', { token: owner })).data).toMatchObject({
      submitted: false,
    })

    expect((await app.post('/newapi/drone/save', body(), { token: owner })).data).toMatchObject({
      status: 'submitted',
      receiptNo,
    })
    expect((await step('accept')).status).toBe(200)
    expect((await step('withdraw', '', owner)).status).toBe(409)
    expect((await step('handle')).status).toBe(200)
    const done = (await get('', owner)).data
    expect(done.status).toBe('handled')
    expect(done.history.map(({ to }) => to).sort()).toEqual(
      ['submitted', 'draft', 'submitted', 'returned', 'submitted', 'accepted', 'handled'].sort(),
    )
  }, 60_000)

  test('is listed in the queue of operators after submission, not as a draft', async () => {
    const owner = await app.signIn('second-declarer', 'unit')
    const operator = await app.signIn('handler', 'operator')
    const draft = await app.post<Declared>('/newapi/drone/save?submit=false', body(), { token: owner })
    const waiting = async () => {
      const { data } = await app.get<Paged<{ id: string }>>('/newapi/api/moderation/queue?limit=50', {
        token: operator,
      })
      return data.list.map(({ id }) => id)
    }
    expect(await waiting()).not.toContain(draft.data.id)
    await app.post('/newapi/drone/save', body(), { token: owner })
    expect(await waiting()).toContain(draft.data.id)
  })
})

describe('list of items that are never public', () => {
  test.each(['feedback', 'suggestion'])(
    'of the type %s contains the items of the author, and for operators all items with masked contacts',
    async (type) => {
      const add = type === 'feedback' ? '/newapi/api/mobile/avicfeedback/save' : '/newapi/fpar/suggest'
      const author = await app.signIn(`${type}-author`)
      const other = await app.signIn(`${type}-other`)
      const operator = await app.signIn('handler', 'operator')
      const contact = type === 'feedback' ? { contact: '微信同号 138 0000 1234' } : {}
      const added = await app.post<{ id: string }>(add, { ...bodyOf(type, 3), ...contact }, { token: author })
      expect(added.status, added.text).toBe(200)
      const path = app.source.model.operations.find(({ id }) => id === `${type}.list`)?.path
      const list = async (token?: string, query = '') => {
        const { status, data } = await app.get<Paged<{ id: string }>>(`${path}?limit=50${query}`, { token })
        return status === 200 ? data.list.map(({ id }) => id) : status
      }
      expect(await list(author)).toEqual([added.data.id])
      expect(await list(author, '&status=submitted')).toEqual([added.data.id])
      expect(await list(author, '&status=handled')).toEqual([])
      expect(await list(other)).toEqual([])
      expect(await list(operator)).toContain(added.data.id)
      const { text } = await app.get(`${path}?limit=50`, { token: operator })
      expect(text).not.toContain('0000 1234')
      if (type === 'feedback') expect(text).toContain('微信同号 138******1234')
      expect(await list()).toBe(401)
    },
  )
})

test('an added item is listed for its author in a list page of the portal', async () => {
  const { operations, pages, contentTypes } = app.source.model
  const adds = operations.filter(({ content }) => content?.action === 'add')
  const lost: string[] = []
  for (const [index, { id, path, access, content }] of adds.entries()) {
    const type = contentTypes.find(({ name }) => name === content?.type)
    const role = ROLES.find((one) => isInAudience(askerAs(one, 'a'), access))
    if (!type || !role) throw new Error(id)
    // An answer is given to what was handed in to oneself, or is one's own, and read there (intention, incubation).
    if (type.takes || type.admission?.by) continue
    // Every setting is among the samples, and there is one of each.
    if (rulesOf(type.schema).some(({ kind }) => kind === 'named')) continue
    const token = await app.signIn(`author-${role}`, role)
    const body = await withOwnFiles(app, type, bodyOf(type.name, index + 1), `author-${role}`)
    const first = await app.post<{ id: string; warnings?: string }>(path, body, { token })
    const { warnings } = first.data ?? {}
    const headers = { token, 'confirmed-warnings': warnings ?? '' }
    const added = warnings === undefined ? first : await app.post<{ id: string }>(path, body, { headers })
    expect(added.status, `${id} ${added.text}`).toBe(200)
    const lists = pages.flatMap((page) => (page.kind === 'list' ? [page] : []))
    const own = lists.filter(({ source, access: readers }) => {
      const called = operations.find((operation) => operation.id === source.operation)
      const isOf = called?.content?.type === type.name || called?.id === 'publishing.mine'
      return isOf && isInAudience(askerAs(role, 'a'), readers)
    })
    const answers = await Promise.all(
      own.map(async ({ source }) => {
        const query = new URLSearchParams({ ...(source.params as Record<string, string>), limit: '50' })
        const { data } = await app.get<Paged<{ id: string }>>(`${source.path}?${query}`, { token })
        return data?.list?.some((item) => item.id === added.data.id) === true
      }),
    )
    if (!answers.includes(true)) lost.push(`${id} as ${role}`)
  }
  // A report goes to the operators, and who reported has its receipt; a scheme stands on the page of its demand.
  const elsewhere = ['report.add as ordinary', 'demandScheme.add as ordinary']
  expect(lost.filter((one) => !elsewhere.includes(one))).toEqual([])
}, 120_000)
