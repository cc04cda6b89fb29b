// Tests content items: read access, creation, update, lifecycle transitions, tree.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorName } from '#shared/calls/errors.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { addArticle, FULL } from '../articles.ts'
import { type Answer, type ContentApp, openContentApp, type Person } from '../content-app.ts'
import { CANARY, loadFixture } from '../fixture.ts'

const PEOPLE = ['guest', 'other', 'owner', 'operator', 'auditor'] as const satisfies readonly Person[]
const GONE = 'NOT_FOUND'

describe.each(ONE_DATABASE)('content item on $name', (database) => {
  let app: ContentApp
  beforeAll(async () => {
    app = await openContentApp(database, await loadFixture())
  })
  afterAll(() => app.close())

  const inState = async (state: string): Promise<string> => {
    const id = await addArticle(app, FULL, { online: ['online', 'offline', 'deleted'].includes(state) })
    if (state === 'offline') await app.call('owner', 'article.offline', { id })
    if (state === 'deleted') await app.call('owner', 'article.delete', { id })
    if (state === 'refused') await app.call('auditor', 'article.refuse', { id, reason: '资料不全' })
    return id
  }

  /** Who may read: guest, other, owner, operator, auditor. */
  const readers: readonly (readonly [string, readonly (ErrorName | 'ok')[]])[] = [
    ['pending', [GONE, GONE, 'ok', 'ok', 'ok']],
    ['online', ['ok', 'ok', 'ok', 'ok', 'ok']],
    ['offline', [GONE, GONE, 'ok', 'ok', 'ok']],
    ['refused', [GONE, GONE, 'ok', 'ok', 'ok']],
    ['deleted', [GONE, GONE, GONE, GONE, GONE]],
  ]

  test.each(readers)(
    'in state %s is readable through every call by exactly the accounts with read access',
    async (state, expected) => {
      const id = await inState(state)
      for (const operation of ['info', 'view', 'checkLike', 'related']) {
        const outcomes = await Promise.all(
          PEOPLE.map((person) => app.outcome(person, `article.${operation}`, { id })),
        )
        expect([operation, ...outcomes]).toEqual([operation, ...expected])
      }
      const comments = await Promise.all(
        PEOPLE.map((person) => app.outcome(person, 'article.commentList', { dataId: id })),
      )
      expect(comments).toEqual(expected)
    },
  )

  test.each(['nothing', '', "' or 1=1", '__proto__', '\u0000'])(
    'returns NOT_FOUND or BAD_PARAMETER for the id %j',
    async (id) => {
      expect(await app.outcome('guest', 'article.info', { id })).toMatch(/NOT_FOUND|BAD_PARAMETER/)
    },
  )

  test('returns NOT_FOUND for the id of an item of another type', async () => {
    const { id } = await app.call('operator', 'theme.add', {}, { body: { name: '专题' } })
    expect(await app.outcome('operator', 'article.info', { id })).toBe(GONE)
  })

  test.each([
    ['guest', []],
    ['other', [CANARY.registered]],
    ['auditor', [CANARY.registered]],
    ['owner', [CANARY.registered, CANARY.owner, CANARY.mobile]],
    ['operator', [CANARY.registered, CANARY.owner]],
  ] as const)('shows %s only the private fields that this account may read', async (person, expected) => {
    const id = await inState('online')
    const text = JSON.stringify(await app.call(person, 'article.info', { id }))
    for (const canary of Object.values(CANARY)) {
      expect(text.includes(canary)).toBe((expected as readonly string[]).includes(canary))
    }
  })

  test.each([
    ['guest', []],
    ['other', []],
    ['owner', ['offline', 'delete']],
    ['operator', ['offline', 'delete']],
  ] as const)('returns the permitted actions and the editable flag to %s', async (person, expected) => {
    const info = await app.call(person, 'article.info', { id: await inState('online') })
    expect(info.actions.map(({ action }: Answer) => action)).toEqual(expected)
    expect(info.editable).toBe(person === 'owner' || person === 'operator')
  })

  describe('creation', () => {
    test('starts the lifecycle, assigns a receipt number and refuses system fields in the body', async () => {
      const body = {
        ...FULL,
        id: 'mine',
        status: 'online',
        ownerId: 'other',
        viewCount: 9,
        revision: 7,
        surplus: 'x',
        constructor: 'x',
      }
      expect(await app.outcome('owner', 'article.add', {}, { body })).toBe('BAD_INPUT')
      const answer = await app.call('owner', 'article.add', {}, { body: FULL })
      expect(answer).toMatchObject({ status: 'pending', revision: 1 })
      expect(answer.receiptNo).toMatch(/^20\d{6}\d{6}$/)
      const info = await app.call('owner', 'article.info', { id: answer.id })
      expect(info).toMatchObject({
        ownerId: 'owner',
        viewCount: 0,
        status: 'pending',
        opens: '2026-12-01T01:00:00.000Z',
      })
      expect(info.receiptNo).toBe(answer.receiptNo)
    })

    test('drops the value of a field that a condition hides', async () => {
      const id = await addArticle(app, { kind: '2', amount: 5 })
      expect((await app.call('guest', 'article.info', { id })).amount).toBeNull()
    })

    test.each([
      [{ title: '没有正文', kind: '1', detail: '<script>x</script>' }, ['/detail']],
      [{ kind: '1' }, ['/title', '/detail']],
      [{ ...FULL, themeId: 'missing' }, ['/themeId']],
    ])('refuses the incomplete body %j and names the fields', async (body, paths) => {
      const refusal = await app.call('owner', 'article.add', {}, { body }).catch((error: Answer) => error)
      expect(refusal.error).toBe('BAD_INPUT')
      expect(refusal.errors.map(({ path }: Answer) => path)).toEqual(paths)
    })

    test('removes characters that PostgreSQL cannot store', async () => {
      const id = await addArticle(app, { title: '半个\ud800字符\u0000', words: ['\udfff'] })
      expect((await app.call('guest', 'article.info', { id })).title).toBe('半个字符')
    })

    test('stores one item per account and idempotency key, for parallel calls too', async () => {
      const add = (person: Person, key: string) => app.call(person, 'article.add', {}, { body: FULL, key })
      const answers = await Promise.all(Array.from({ length: 8 }, () => add('owner', 'key-1')))
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
      expect(new Set(answers.map(({ receiptNo }) => receiptNo)).size).toBe(1)
      expect((await add('other', 'key-1')).id).not.toBe(answers[0].id)
      expect((await add('owner', 'key-2')).id).not.toBe(answers[0].id)
    })

    test('writes an audit entry', async () => {
      const id = await addArticle(app, {}, { online: false })
      const entries = await app.services.db.selectFrom('audit').selectAll().where('target', '=', id).execute()
      expect(entries).toMatchObject([{ actor: 'owner', action: 'article.add', result: 'ok' }])
    })

    test('assigns distinct receipt numbers to 50 items that are added in parallel', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => app.call('owner', 'article.add', {}, { body: FULL })),
      )
      expect(new Set(answers.map(({ receiptNo }) => receiptNo)).size).toBe(50)
    })
  })

  describe('update', () => {
    const change = (person: Person, id: string, revision: number, more: object = {}) =>
      app.outcome(
        person,
        'article.update',
        {},
        { body: { ...FULL, title: '新的标题', ...more, id, revision } },
      )

    test.each([
      ['guest', 'online', 'SIGN_IN_REQUIRED'],
      ['other', 'online', 'FORBIDDEN'],
      ['auditor', 'online', 'FORBIDDEN'],
      ['owner', 'online', 'ok'],
      ['operator', 'online', 'ok'],
      ['other', 'pending', 'NOT_FOUND'],
      ['owner', 'offline', 'WRONG_STATE'],
      ['operator', 'offline', 'ok'],
      ['operator', 'deleted', 'NOT_FOUND'],
    ] as const)('by %s in state %s returns %s', async (person, state, expected) => {
      expect(await change(person, await inState(state), 1)).toBe(expected)
    })

    test('increments the revision, and refuses a stale revision with the newer version', async () => {
      const id = await inState('online')
      expect(await change('owner', id, 1)).toBe('ok')
      expect(await change('operator', id, 2, { title: '第三版' })).toBe('ok')
      const body = { ...FULL, id, revision: 1 }
      const refusal = await app.call('owner', 'article.update', {}, { body }).catch((error: Answer) => error)
      expect(refusal).toMatchObject({ error: 'STALE_REVISION', data: { revision: 3, title: '第三版' } })
    })

    test('without a revision returns BAD_INPUT to the owner and NOT_FOUND to an account without access', async () => {
      const id = await inState('pending')
      const without = (person: Person) =>
        app
          .call(person, 'article.update', {}, { body: { ...FULL, id } })
          .catch((error: Answer) => error as Answer)
      expect(await without('owner')).toMatchObject({
        error: 'BAD_INPUT',
        errors: [{ path: '/revision', message: expect.stringContaining('请填写 revision') }],
      })
      expect(await without('other')).toMatchObject({ error: 'NOT_FOUND' })
    })

    test('succeeds once when eight calls send the same revision in parallel', async () => {
      const id = await inState('online')
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => change('owner', id, 1)))
      expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
    })

    test('keeps fields that the editor cannot see, and the receipt number', async () => {
      const id = await inState('online')
      await change('operator', id, 1, { remark: '内部意见' })
      await change('owner', id, 2, { remark: '冒充' })
      const info = await app.call('operator', 'article.info', { id })
      expect(info.remark).toBe('内部意见')
      expect(info.receiptNo).toMatch(/^\d{14}$/)
    })

    test('makes the keyword search match the new title only', async () => {
      const id = await addArticle(app, { title: '独木成林' })
      await change('owner', id, 1, { title: '众木成森' })
      const find = async (keyWord: string) =>
        (await app.call('guest', 'article.list', { keyWord })).list.some((item: Answer) => item.id === id)
      expect([await find('独木'), await find('众木')]).toEqual([false, true])
    })
  })

  describe('lifecycle transition', () => {
    /** guest, other, owner, operator, auditor */
    const table: readonly (readonly [string, string, readonly (ErrorName | 'ok')[]])[] = [
      ['pending', 'online', ['SIGN_IN_REQUIRED', GONE, 'FORBIDDEN', 'ok', 'FORBIDDEN']],
      ['online', 'online', ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'FORBIDDEN', 'WRONG_STATE', 'FORBIDDEN']],
      ['online', 'offline', ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'ok', 'ok', 'FORBIDDEN']],
      ['offline', 'offline', ['SIGN_IN_REQUIRED', GONE, 'WRONG_STATE', 'WRONG_STATE', 'FORBIDDEN']],
      ['online', 'delete', ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'ok', 'ok', 'FORBIDDEN']],
      ['deleted', 'online', ['SIGN_IN_REQUIRED', GONE, GONE, GONE, GONE]],
      ['pending', 'refuse', ['SIGN_IN_REQUIRED', GONE, 'FORBIDDEN', 'FORBIDDEN', 'ok']],
      ['refused', 'submit', ['SIGN_IN_REQUIRED', GONE, 'ok', 'FORBIDDEN', 'FORBIDDEN']],
    ]
    test.each(table)(
      'from state %s by the action %s returns the expected outcome to each role',
      async (state, action, expected) => {
        const outcomes: string[] = []
        for (const person of PEOPLE) {
          outcomes.push(
            await app.outcome(person, `article.${action}`, { id: await inState(state), reason: '原因' }),
          )
        }
        expect(outcomes).toEqual(expected)
      },
    )

    test('without its required reason returns BAD_INPUT', async () => {
      expect(await app.outcome('auditor', 'article.refuse', { id: await inState('pending') })).toBe(
        'BAD_INPUT',
      )
    })

    test('is logged in a history that other accounts do not get, and keeps the first publishedAt', async () => {
      const id = await inState('offline')
      const { publishedAt } = await app.call('owner', 'article.info', { id })
      await app.call('operator', 'article.online', { id })
      const info = await app.call('owner', 'article.info', { id })
      expect(info.publishedAt).toBe(publishedAt)
      expect(info.history.map(({ to, by }: Answer) => [to, by])).toEqual([
        ['online', '用户 operator'],
        ['offline', '用户 owner'],
        ['online', '用户 operator'],
      ])
      expect(await app.call('other', 'article.info', { id })).not.toHaveProperty('history')
    })

    test('succeeds once when 16 calls run in parallel', async () => {
      const id = await inState('pending')
      const outcomes = await Promise.all(
        Array.from({ length: 16 }, () => app.outcome('operator', 'article.online', { id })),
      )
      expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from transition_log where item_id = ${id}`.execute(app.services.db)
      expect(rows[0]?.total).toBe(1)
    })
  })

  test('returns all descendants in their order through theme.tree', async () => {
    const add = async (name: string, parentId?: string, order?: number) =>
      (
        await app.call(
          'operator',
          'theme.add',
          {},
          { body: { name, ...(parentId ? { parentId } : {}), ...(order ? { order } : {}) } },
        )
      ).id
    const root = await add('根')
    const second = await add('乙', root, 2)
    const first = await add('甲', root, 1)
    const leaf = await add('叶', first)
    const tree = await app.call('guest', 'theme.tree', { id: root })
    expect(tree.children.map(({ id }: Answer) => id)).toEqual([first, second])
    expect(tree.children[0].children[0]).toMatchObject({ id: leaf, parentIdTitle: '甲', children: [] })
  })
})
