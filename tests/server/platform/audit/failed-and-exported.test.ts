// Tests audit entries of failed transitions and of exported lists and data.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notedOnceOf } from '#server/platform/audit/audit-once.ts'
import { openStage, type Paged, type Stage } from '../../content/pending-changes/people.ts'
import { ONE_DATABASE } from '../database/each-database.ts'

interface Entry {
  readonly actor: string | null
  readonly action: string
  readonly target: string | null
  readonly result: string
  readonly detail: unknown
}

let stage: Stage
let before = 0

const entries = (after = before) =>
  stage.app.services.db.selectFrom('audit').selectAll().where('id', '>', after).orderBy('id').execute()

beforeAll(async () => {
  const [database] = ONE_DATABASE
  if (!database) throw new Error('no database')
  stage = await openStage(database)
})
beforeEach(async () => {
  await notedOnceOf(stage.app.services).flush()
  before = Math.max(0, ...(await entries(0)).map(({ id }) => id))
})
afterAll(() => stage.app.close())

/** As those see it who may read the log. */
const logged = async (action: string) =>
  (await stage.get<Paged<Entry>>('auditor', `/operator/audit/list?action=${action}&limit=50`)).data.list

describe('transition refused because of the state', () => {
  test('writes a failed audit entry with actor, action and target, which auditors read in words', async () => {
    const id = await stage.write('已经公开的稿件')
    before = Math.max(before, ...(await entries(0)).map(({ id: one }) => one))
    const late = await stage.step('second', id, 'online')
    expect(late.status).toBe(409)
    expect(await entries()).toMatchObject([
      {
        actor: 'second',
        action: 'deliver.online',
        target: id,
        result: 'failed',
        detail: { refusal: 'WRONG_STATE' },
      },
    ])
    const [read] = await logged('deliver.online')
    expect(read).toMatchObject({
      action: '通过并上线投稿',
      target: `《已经公开的稿件》 编号 ${id}`,
      result: 'failed',
      detail: '未通过：当前状态不允许此操作，请刷新后再试',
    })
  })
})

describe('audit entry of an export', () => {
  test('records the list, the number of rows and the columns of a saved table', async () => {
    const [operation] = stage.app.source.model.operations.filter(({ path }) =>
      /deliver\/(manage|list)$/.test(path),
    )
    const path = operation?.path ?? ''
    expect(
      (await stage.post('operator', '/api/exported', { path, entries: 3, columns: ['title', 'status'] }))
        .status,
    ).toBe(200)
    expect(await entries()).toMatchObject([
      {
        actor: 'operator',
        action: 'audit.exported',
        target: 'deliver',
        result: 'ok',
        detail: { operation: operation?.id, entries: 3, columns: ['title', 'status'] },
      },
    ])
  })
  test('is not written for an unknown list, which is refused with 400', async () => {
    const body = { path: '/newapi/nothing/list', entries: 1, columns: ['title'] }
    expect((await stage.post('operator', '/api/exported', body)).status).toBe(400)
    expect(await entries()).toEqual([])
  })
  test('is written when users export their personal data', async () => {
    const path = stage.app.source.model.operations.find(({ id }) => id === 'account.export')
    expect((await stage.get('author', (path?.path ?? '').replace('/newapi', ''))).status).toBe(200)
    expect(await entries()).toMatchObject([{ actor: 'author', action: 'account.export', result: 'ok' }])
  })
})
