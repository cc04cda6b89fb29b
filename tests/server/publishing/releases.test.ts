// Tests releases over HTTP: items and configuration are published together or not at all, at their time once, and taken back.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '#server/platform/call.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { releaseTask } from '#server/publishing/releases/publish-release.ts'
import { DATABASES } from '../platform/database/each-database.ts'
import { NOTE, NOTE_FILE, writeSmallFiles } from '../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const MOOD = 'schemas~dictionaries~mood.json'
const HOUR = 3_600_000

const STATES = { pending: '待审核', online: '已上线', offline: '已下线', deleted: '已删除' }
const READERS = ['owner', 'operator']
const LIFECYCLE = {
  $schema: '../config/lifecycle.schema.json',
  title: '审核后公开',
  initial: 'pending',
  states: {
    pending: { title: STATES.pending, editable: true, readers: READERS },
    online: { title: STATES.online, public: true, editable: true, edited: 'pending' },
    offline: { title: STATES.offline, editable: true, readers: READERS },
    deleted: { title: STATES.deleted, final: true, readers: [] },
  },
  transitions: [
    { action: 'approve', title: '通过', from: ['pending'], to: 'online', by: ['operator'], not: ['owner'] },
    { action: 'offline', title: '下线', kind: 'withdraw', from: ['online'], to: 'offline', by: ['operator'] },
    {
      action: 'delete',
      title: '删除',
      from: ['pending', 'online', 'offline'],
      to: 'deleted',
      by: ['owner', 'operator'],
    },
  ],
}

async function writeFiles(root: string): Promise<void> {
  await writeSmallFiles(root)
  const write = (path: string, value: object) =>
    writeFileSync(join(root, path), JSON.stringify(value, null, 2))
  write('schemas/lifecycles/plain.json', LIFECYCLE)
  write(NOTE_FILE, {
    ...NOTE,
    endpoints: { ...NOTE.endpoints, approve: 'GET /note/approve', offline: 'GET /note/offline' },
  })
  write('schemas/dictionaries/contentStatus.json', {
    $schema: '../config/dictionary.schema.json',
    title: '状态',
    items: Object.entries(STATES).map(([value, label]) => ({ value, label })),
  })
}

interface Note {
  readonly id: string
  readonly title: string
  readonly revision: number
  readonly status: string
  readonly changeStatus?: string | null
}
interface Release {
  readonly id: string
  readonly state: string
  readonly problem: string | null
  readonly revision: number | null
  readonly parts: readonly { readonly title: string; readonly kind: string; readonly action: string }[]
}

describe.each(DATABASES.filter(({ isAvailable }) => isAvailable))('releases on $name', (database) => {
  let root: string
  let app: TestApp
  let author: string
  let operator: string
  let deputy: string
  let now = new Date('2026-12-01T01:00:00Z')

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'equipnet-releases-'))
    await writeFiles(root)
    app = await createTestApp({ root, database, clock: () => now })
    await signIn()
  }, 60_000)
  afterAll(async () => {
    await app.close()
    rmSync(root, { recursive: true, force: true })
  })

  async function signIn() {
    author = await app.signIn('author')
    operator = await app.signIn('manager', 'operator')
    deputy = await app.signIn('deputy', 'operator')
  }
  const post = <T = Release>(path: string, body: object, token = operator) =>
    app.post<T>(`/newapi/operator/release/${path}`, body, { token })
  const info = async (id: string) =>
    (await app.get<Release>(`/newapi/operator/release/info/${id}`, { token: operator })).data
  const read = (id: string, token?: string) => app.get<Note>(`/newapi/note/info/${id}`, { token })
  const titleFor = async (id: string, token?: string) => (await read(id, token)).data?.title
  const label = async () => (await app.get<{ label: string }[]>('/newapi/api/dict/dicts/mood')).data[0]?.label
  const moves = (itemId: string, toStatus: string) =>
    app.services.db
      .selectFrom('transitionLog')
      .select('id')
      .where('itemId', '=', itemId)
      .where('toStatus', '=', toStatus)
      .execute()

  async function add(title: string): Promise<string> {
    const { data, text } = await app.post<Note>('/newapi/note/add', { title, mood: '1' }, { token: author })
    expect(data?.id, text).toBeTruthy()
    return data.id
  }
  async function addOnline(title: string): Promise<string> {
    const id = await add(title)
    const { data, text } = await app.get<Note>(`/newapi/note/approve?id=${id}`, { token: operator })
    expect(data?.status, text).toBe('online')
    return id
  }
  async function edit(id: string, title: string): Promise<void> {
    const { data } = await read(id, author)
    const body = { id, revision: data.revision, title, mood: '1' }
    const { status, text } = await app.post('/newapi/note/update', body, { token: author })
    expect(status, text).toBe(200)
  }
  async function draftLabel(text: string): Promise<void> {
    const { data } = await app.get<{ published: string }>(`/newapi/operator/configuration/info/${MOOD}`, {
      token: operator,
    })
    const changed = data.published.replace(/("label": )"[^"]*"/, `$1"${text}"`)
    await app.post('/newapi/operator/configuration/save', { id: MOOD, text: changed }, { token: operator })
  }
  async function plan(title: string, more: object = {}): Promise<string> {
    const { data, text } = await post('create', { title, ...more })
    expect(data?.state, text).toBe('preparing')
    return data.id
  }
  async function include(id: string, itemId: string, action?: string, token = operator): Promise<void> {
    const { status, text } = await post('addItem', { id, itemId, ...(action ? { action } : {}) }, token)
    expect(status, text).toBe(200)
  }
  async function includeLabel(id: string, text: string): Promise<void> {
    await draftLabel(text)
    const added = await post('addFile', { id, file: MOOD })
    expect(added.status, added.text).toBe(200)
  }
  const process = (services: Services = app.services) =>
    new Scheduler(services, [releaseTask(app.source)], {
      onError: (_task, error) => {
        throw error
      },
    })

  test('a new item, an edit, a taking down and a dictionary are published together, and taken back together', async () => {
    const [fresh, edited, old] = [
      await add('将要上线'),
      await addOnline('原来的标题'),
      await addOnline('将要下线'),
    ]
    await edit(edited, '修改的标题')
    const before = await label()
    const id = await plan('节前一起发布')
    for (const item of [fresh, edited]) await include(id, item)
    await include(id, old, 'offline')
    await includeLabel(id, '晴好')
    expect((await info(id)).parts.map(({ action }) => action).sort()).toEqual(
      ['下线', '修改', '通过', '通过修改'].sort(),
    )

    expect((await post('check', { id })).text).toContain('"isReady":true')
    expect([(await read(fresh)).status, await titleFor(edited), await label()]).toEqual([
      404,
      '原来的标题',
      before,
    ])

    const published = await post('publish', { id }, deputy)
    expect(published.status, published.text).toBe(200)
    expect([(await read(fresh)).status, await titleFor(edited), (await read(old)).status]).toEqual([
      200,
      '修改的标题',
      404,
    ])
    expect(await label()).toBe('晴好')
    const done = await info(id)
    expect(done).toMatchObject({ state: 'released', problem: null })
    expect(done.revision).toBe(app.source.published.revision)
    expect((await post('publish', { id })).code).toBe(40902)

    const back = await post('rollback', { id, reason: '文字有误，撤回修改' })
    expect(back.status, back.text).toBe(200)
    expect([(await read(fresh)).status, await titleFor(edited), (await read(old)).status]).toEqual([
      404,
      '原来的标题',
      200,
    ])
    expect(await label()).toBe(before)
    expect((await read(fresh, author)).data).toMatchObject({ status: 'pending', title: '将要上线' })
    expect((await read(edited, author)).data).toMatchObject({ changeStatus: 'pending' })
    expect((await info(id)).state).toBe('reverted')

    // What was taken back can be published once more.
    const again = await plan('改好以后再发布')
    for (const item of [fresh, edited]) await include(again, item)
    expect((await post('publish', { id: again })).status).toBe(200)
    expect([(await read(fresh)).status, await titleFor(edited)]).toEqual([200, '修改的标题'])
  }, 60_000)

  test('nothing is published when one part is refused, and the release says which and why', async () => {
    const [first, second] = [await add('没有问题的'), await add('后来改过的')]
    const before = await label()
    const id = await plan('有一项办不了')
    for (const item of [first, second]) await include(id, item)
    await includeLabel(id, '雨转晴')
    await edit(second, '加入之后又改了')
    const refused = await post('publish', { id })
    expect(refused.status, refused.text).toBe(409)
    expect(refused.msg).toContain('“加入之后又改了”（通过）')
    expect([(await read(first)).status, await label()]).toEqual([404, before])
    expect(await info(id)).toMatchObject({ state: 'preparing', problem: refused.msg })
    await include(id, second)
    expect((await post('publish', { id })).status).toBe(200)
    expect([(await read(first)).status, (await read(second)).status, await label()]).toEqual([
      200,
      200,
      '雨转晴',
    ])
  }, 60_000)

  test('a faulty configuration keeps its items offline', async () => {
    const item = await add('与配置一起的')
    const id = await plan('配置有误')
    await include(id, item)
    const draft = { id: MOOD, text: '{ "title": "心情" }' }
    await app.post('/newapi/operator/configuration/save', draft, { token: operator })
    await post('addFile', { id, file: MOOD })
    const refused = await post('publish', { id })
    expect(refused.status).toBe(400)
    expect(refused.msg).toContain('配置有误')
    expect((await read(item)).status).toBe(404)
    expect((await info(id)).problem).toBe(refused.msg)
  }, 60_000)

  test('one is not taken back where an item or a file has changed since', async () => {
    const item = await addOnline('发布后又改')
    await edit(item, '发布的修改')
    const id = await plan('撤回之前有改动')
    await include(id, item)
    await post('publish', { id })
    await edit(item, '又一次修改')
    const refused = await post('rollback', { id, reason: '撤回试试' })
    expect(refused.status).toBe(409)
    expect(refused.msg).toContain('发布之后又有改动')
    expect(await titleFor(item)).toBe('发布的修改')

    const files = await plan('只有配置')
    await includeLabel(files, '多云')
    await post('publish', { id: files })
    const other = await plan('后来的配置')
    await includeLabel(other, '多云转晴')
    await post('publish', { id: other })
    const kept = await post('rollback', { id: files, reason: '撤回试试' })
    expect(kept.msg).toContain('mood.json')
    expect(await label()).toBe('多云转晴')
    expect((await post('rollback', { id: other, reason: '撤回试试' })).status).toBe(200)
    expect(await label()).toBe('多云')
  }, 60_000)

  test('one goes out at its time, once, by one of two processes', async () => {
    const item = await add('到时上线的')
    const plannedAt = new Date(now.getTime() + HOUR).toISOString()
    const id = await plan('一小时以后', { plannedAt })
    await include(id, item)
    await includeLabel(id, '大晴')
    expect((await post('schedule', { id })).data.state).toBe('arranged')
    await Promise.all([process().runDue(), process().runDue()])
    expect((await read(item)).status).toBe(404)
    now = new Date(plannedAt)
    await signIn()
    await Promise.all([process().runDue(), process().runDue()])
    expect([(await read(item)).status, await label()]).toEqual([200, '大晴'])
    expect(await info(id)).toMatchObject({ state: 'released', problem: null })
    expect(await moves(item, 'online')).toHaveLength(1)
  }, 60_000)

  test('one that cannot go out at its time waits for its author, and is not tried again', async () => {
    const item = await add('到时办不了的')
    const plannedAt = new Date(now.getTime() + HOUR).toISOString()
    const id = await plan('一小时以后失败', { plannedAt })
    await include(id, item)
    await post('schedule', { id })
    await edit(item, '排定之后改了')
    now = new Date(plannedAt)
    await signIn()
    await process().runDue()
    const after = await info(id)
    expect(after.state).toBe('preparing')
    expect(after.problem).toContain('排定之后改了')
    expect((await read(item)).status).toBe(404)
  }, 60_000)

  test('nothing of one is published by a process that is killed before it commits', async () => {
    const item = await add('中断的')
    const before = await label()
    const plannedAt = new Date(now.getTime() + HOUR).toISOString()
    const id = await plan('发布中断', { plannedAt })
    await include(id, item)
    await includeLabel(id, '阵雨')
    await post('schedule', { id })
    now = new Date(plannedAt)
    await signIn()
    const killed: Services = {
      ...app.services,
      events: {
        emit: async () => {
          throw new Error('killed')
        },
      } as unknown as Services['events'],
    }
    await new Scheduler(killed, [releaseTask(app.source)]).runDue()
    expect([(await read(item)).status, await label(), (await info(id)).state]).toEqual([
      404,
      before,
      'arranged',
    ])
    now = new Date(now.getTime() + HOUR)
    await signIn()
    await Promise.all([process().runDue(), process().runDue()])
    expect([(await read(item)).status, await label(), (await info(id)).state]).toEqual([
      200,
      '阵雨',
      'released',
    ])
    expect(await moves(item, 'online')).toHaveLength(1)
  }, 60_000)

  test('two who publish at once publish it once', async () => {
    const item = await add('两人同时发布的')
    const id = await plan('两人同时发布')
    await include(id, item)
    await includeLabel(id, '雷雨')
    const answers = await Promise.all([post('publish', { id }), post('publish', { id }, deputy)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await info(id)).toMatchObject({ state: 'released', problem: null })
    expect(await moves(item, 'online')).toHaveLength(1)
  }, 60_000)

  test('an item is in one open release, and is added by who may publish it', async () => {
    const item = await add('只在一个计划里')
    const [one, other] = [await plan('第一个计划'), await plan('第二个计划')]
    await include(one, item)
    const twice = await post('addItem', { id: other, itemId: item })
    expect(twice.msg).toContain('已在发布计划“第一个计划”中')
    expect((await post('addItem', { id: other, itemId: item }, author)).status).toBe(403)
    const { data } = await app.get<{ list: { id: string; action: string | null }[] }>(
      `/newapi/operator/release/candidates?releaseId=${other}`,
      { token: operator },
    )
    expect(data.list.map(({ id }) => id)).not.toContain(item)
    await post('remove', { id: one, part: item })
    await include(other, item)
    expect((await post('cancel', { id: other })).data.state).toBe('dropped')
    expect((await read(item, author)).data.status).toBe('pending')
  })

  test('one file alone is published at its time', async () => {
    await draftLabel('晚霞')
    const plannedAt = new Date(now.getTime() + HOUR).toISOString()
    const { data, text } = await post('planFiles', { files: [MOOD], words: '定时改名', plannedAt })
    expect(data?.state, text).toBe('arranged')
    now = new Date(plannedAt)
    await signIn()
    await process().runDue()
    expect(await label()).toBe('晚霞')
    expect(readFileSync(join(root, 'schemas/dictionaries/mood.json'), 'utf8')).not.toContain('晚霞')
  }, 60_000)

  describe('a preview link', () => {
    const link = async (body: object) => {
      const { data, text } = await post<{ id: string; address: string }>('link', { days: 3, ...body })
      expect(data?.address, text).toBeTruthy()
      return { id: data.id, token: new URL(data.address).searchParams.get('preview') ?? '' }
    }
    const list = async (headers = {}) =>
      (await app.get<{ list: Note[] }>('/newapi/note/list', { headers })).data.list.map(({ title }) => title)
    const openings = () =>
      app.services.db.selectFrom('audit').select('id').where('action', '=', 'release.openLink').execute()

    test('shows items and lists as they will be, only by it, and writes nothing', async () => {
      const [fresh, edited, old] = [
        await add('预览中上线'),
        await addOnline('预览前的标题'),
        await addOnline('预览中下线'),
      ]
      await edit(edited, '预览后的标题')
      const id = await plan('给同事看看')
      for (const item of [fresh, edited]) await include(id, item)
      await include(id, old, 'offline')
      const { token } = await link({ of: id, role: 'visitor' })
      const headers = { preview: token }
      const seen = await list(headers)
      expect(seen).toEqual(expect.arrayContaining(['预览中上线', '预览后的标题']))
      expect(seen).not.toContain('预览中下线')
      const detail = await app.get<Note>(`/newapi/note/info/${fresh}`, { headers })
      expect(detail.data.title).toBe('预览中上线')
      expect(detail.headers['cache-control']).toBe('no-store')
      expect((await app.get(`/newapi/note/info/${old}`, { headers })).status).toBe(404)
      const now = await list()
      expect(now).toEqual(expect.arrayContaining(['预览前的标题', '预览中下线']))
      expect(now).not.toContain('预览中上线')
      const written = await app.post(
        '/newapi/note/add',
        { title: '借预览发布' },
        { token: operator, headers },
      )
      expect([written.status, written.msg]).toEqual([403, '这是预览，只能查看，不能办理'])
      // A visitor sees nothing more, whoever is signed in.
      expect((await app.get(`/newapi/operator/release/list`, { token: operator, headers })).status).toBe(401)
    })

    test('is as a role, and opens what only staff reads to nobody without that role', async () => {
      const hidden = await add('等待审核的')
      const id = await plan('以各种身份查看')
      await include(id, await add('计划中的'))
      const asOperator = { preview: (await link({ of: id, role: 'operator' })).token }
      const reading = async (token?: string) =>
        (await app.get(`/newapi/note/info/${hidden}`, { headers: asOperator, token })).status
      expect([await reading(), await reading(author), await reading(operator)]).toEqual([404, 404, 200])
      const asSupplier = { preview: (await link({ of: id, role: 'supplier' })).token }
      const { data } = await app.get<{ role: string }>('/newapi/api/token', {
        headers: asSupplier,
      })
      expect(data?.role).toBe('supplier')
    })

    test('shows the configuration of a release, and of one draft', async () => {
      const id = await plan('配置也能看')
      const draft = JSON.parse(readFileSync(join(root, 'zones-config/trial.json'), 'utf8'))
      const text = JSON.stringify({ ...draft, title: '改名的专区' })
      const file = 'zones-config~trial.json'
      await app.post('/newapi/operator/configuration/save', { id: file, text }, { token: operator })
      await post('addFile', { id, file })
      for (const of of [id, file]) {
        const { token } = await link({ of, role: 'visitor' })
        const manifest = await app.get(`/config/preview/${token}/manifest.json`)
        expect(manifest.text).toContain('改名的专区')
        const headers = { preview: token }
        const menu = await app.get('/newapi/zone/list', { headers })
        expect(menu.text).toContain('改名的专区')
        const page = await app.get(`/?preview=${token}`)
        expect(page.headers['cache-control']).toBe('no-store')
        expect(page.headers['x-robots-tag']).toContain('noindex')
      }
      expect((await app.get('/config/manifest.json')).text).not.toContain('改名的专区')
    }, 60_000)

    test('ends, is revoked, is stored as a digest, and is audited once', async () => {
      const id = await plan('链接会结束')
      const item = await add('链接里的内容')
      await include(id, item)
      const [first, second] = [
        await link({ of: id, role: 'visitor', days: 1 }),
        await link({ of: id, role: 'visitor' }),
      ]
      const reads = async (token: string) =>
        (await app.get(`/newapi/note/info/${item}`, { headers: { preview: token } })).status
      const before = (await openings()).length
      for (let time = 0; time < 3; time += 1) await app.get(`/?preview=${first.token}`)
      expect((await openings()).length - before).toBe(1)
      const stored = await app.services.db.selectFrom('releaseLink').selectAll().execute()
      expect(JSON.stringify(stored)).not.toContain(first.token)
      expect([await reads(first.token), await reads(second.token)]).toEqual([200, 200])
      await post('revokeLink', { id: second.id })
      expect(await reads(second.token)).toBe(404)
      now = new Date(now.getTime() + 25 * HOUR)
      await signIn()
      expect(await reads(first.token)).toBe(404)
      expect((await app.get(`/?preview=${first.token}`)).text).not.toContain(first.token)
    })
  })
})
