// Tests forms in progress across a configuration change: stored drafts and later submissions.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { type Changes, FILES, field, type GateApp, openGateApp, required, withoutField } from './gate-app.ts'
import { FILE, migration } from './migration-cases.ts'

const [database] = ONE_DATABASE
const NOTE = '使用半年，叶轮有轻微磨损。'.repeat(10)
const OUTLINE = {
  title: { title: '名称', type: 'text', required: true, maxLength: 30, minLength: 2 },
  note: { title: '说明', type: 'long-text', maxLength: 200 },
}

let portal: GateApp
beforeEach(async () => {
  portal = await openGateApp(database as NonNullable<typeof database>)
}, 60_000)
afterEach(() => portal?.close())

const as = () => ({ token: portal.token })
const keep = () =>
  portal.app.post<{ revision: number }>(
    '/newapi/api/draft',
    { form: 'device', key: 'flight', version: 1, outline: OUTLINE, data: { title: '移动泵站', note: NOTE } },
    as(),
  )
const read = async () =>
  (
    await portal.app.get<{ data: Record<string, unknown>; outline: object; revision: number }>(
      '/newapi/api/draft?form=device&key=flight',
      as(),
    )
  ).data
const hand = (body: object) => portal.app.post<{ id: string }>('/newapi/device/add', body, as())

/** As an operator does who has read what the trial says. */
async function publish(changes: Changes, steps: readonly object[]): Promise<void> {
  await portal.publish({ ...changes, [FILE]: migration(steps) })
  const said = portal.app.source.problems.map(({ message }) => message).join('\n')
  expect(said).toContain('confirmed')
  const confirmed = /"confirmed": "([0-9a-f]{12})"/.exec(said)?.[1] ?? ''
  await portal.publish({ ...changes, [FILE]: migration(steps, { confirmed }) })
  expect(portal.app.source.problems).toEqual([])
}

test('a draft keeps the outline of its form, also after a patch', async () => {
  const { data } = await keep()
  expect(await read()).toMatchObject({ outline: OUTLINE, data: { note: NOTE } })
  const patches = [{ op: 'replace', path: ['title'], value: '移动排水泵站' }]
  const body = { form: 'device', key: 'flight', version: 1, revision: data.revision, patches }
  expect((await portal.app.post('/newapi/api/draft', body, as())).status).toBe(200)
  expect(await read()).toMatchObject({ outline: OUTLINE, data: { title: '移动排水泵站', note: NOTE } })
})

test('a new required field keeps the draft, and a submission without it is refused at its path', async () => {
  await keep()
  const power = (written: never) => {
    const grown = field('power', () => ({ type: 'string', title: '电源要求', maxLength: 40 }))(written)
    return required('power')(grown)
  }
  await publish({ [FILES.device]: power }, [{ keep: 'required', in: 'device', name: 'power' }])
  expect((await read()).data).toMatchObject({ title: '移动泵站', note: NOTE })
  const answer = await hand({ title: '移动泵站', kind: 'G01', note: NOTE })
  expect(answer.status).toBe(400)
  expect(answer.errors).toMatchObject([{ path: '/power', message: expect.stringContaining('电源要求') }])
})

test('a renamed field moves the value of the draft to the new name', async () => {
  await keep()
  await publish({ [FILES.device]: withoutField('note', 'remark') }, [
    { rename: 'field', in: 'device', from: 'note', to: 'remark' },
  ])
  expect((await read()).data).toEqual({ title: '移动泵站', remark: NOTE })
  const form = portal.app.source.model.forms.find(({ id }) => id === 'device')
  expect(form?.formerNames).toEqual({ remark: ['note'] })
})

test('a shorter length limit keeps the whole draft text, and the submission is refused with the limit', async () => {
  await keep()
  await publish({ [FILES.device]: field('note', (one) => ({ ...one, maxLength: 100 })) }, [
    { keep: 'limit', in: 'device', name: 'note' },
  ])
  expect((await read()).data.note).toBe(NOTE)
  const answer = await hand({ title: '移动泵站', kind: 'G01', note: NOTE })
  expect(answer.status).toBe(400)
  expect(answer.errors).toMatchObject([{ path: '/note', message: expect.stringContaining('100') }])
})

test('a removed field is refused without a migration, and drafts and submissions keep the old form', async () => {
  await keep()
  await portal.publish({ [FILES.device]: withoutField('note') })
  expect(portal.app.source.problems.length).toBeGreaterThan(0)
  expect((await read()).data.note).toBe(NOTE)
  expect((await hand({ title: '移动泵站', kind: 'G01', note: NOTE })).status).toBe(200)
})

test('POST /api/draft refuses an invalid outline with 400', async () => {
  const answer = await portal.app.post(
    '/newapi/api/draft',
    { form: 'device', key: 'flight', version: 1, outline: { note: { title: 1 } }, data: {} },
    as(),
  )
  expect(answer.status).toBe(400)
})
