// Tests moved pages: redirects of old addresses, share pages and feeds; follows of renamed pages.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { undoLast } from '#server/configuration/migration/undo-run.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { type Changes, FILES, type GateApp, openGateApp, type Written } from './gate-app.ts'
import { FILE, migration } from './migration-cases.ts'

const DETAIL = 'pages-config/device/detail.json'
const MOVED = 'pages-config/tools/all.json'

const OPEN = { page: 'device/detail', params: { id: '{item.id}' } }

const detail = (path: string, type = 'device') => ({
  $schema: '../../schemas/config/page.schema.json',
  kind: 'detail',
  path,
  title: '器材详情',
  shell: 'bare',
  params: { id: { required: true } },
  source: { operation: `${type}.info`, params: { id: '{query.id}' } },
  facts: ['code'],
})

describe.each(ONE_DATABASE)('moved pages and content types on $name', (database) => {
  let portal: GateApp
  beforeEach(async () => {
    portal = await openGateApp(database)
  }, 240_000)
  afterEach(() => portal?.close())

  const tell = () => portal.app.source.problems.map(({ slug, message }) => `${slug}: ${message}`).join('\n')
  /** Returns what the trial said. */
  const publish = async (changes: Changes, steps: readonly object[]): Promise<string> => {
    await portal.publish({ ...changes, [FILE]: migration(steps) })
    const trial = tell()
    const confirmed = /"confirmed": "([0-9a-f]{12})"/.exec(trial)?.[1]
    expect(confirmed, trial).toBeDefined()
    await portal.publish({ ...changes, [FILE]: migration(steps, { confirmed }) })
    expect(tell()).toBe('')
    return trial
  }
  const places = async (): Promise<string[]> => {
    const { rows } = await sql<{ place: string }>`select place from follow order by place`.execute(
      portal.app.services.db,
    )
    return rows.map(({ place }) => place)
  }
  /** What nobody can open is nothing to subscribe to. */
  const follow = async (): Promise<void> => {
    await portal.publish({
      [DETAIL]: detail('/device'),
      [FILES.list]: (one: Written) => ({ ...one, open: OPEN }),
    })
    expect(tell()).toBe('')
    const body = { page: 'device/list', filters: { grade: 'b' } }
    const followed = await portal.app.post('/newapi/follow/add', body, { token: portal.token })
    expect(followed.status, followed.text).toBe(200)
  }
  const moveList: Changes = {
    [FILES.list]: null,
    [MOVED]: {
      $schema: '../../schemas/config/page.schema.json',
      kind: 'list',
      path: '/devices',
      title: '器材',
      shell: 'bare',
      source: { operation: 'device.list' },
      columns: ['title'],
      open: OPEN,
    },
  }

  test('an old page address is redirected to the new one with its query', async () => {
    const step = { rename: 'path', from: '/devices', to: '/gear/:tab?' }
    await publish({ [FILES.list]: (one: Written) => ({ ...one, path: '/gear/:tab?' }) }, [step])
    const moved = await portal.app.get('/devices?grade=b&keyWord=%E6%B3%B5')
    expect(moved.status).toBe(301)
    expect(moved.headers.location).toBe('/gear?grade=b&keyWord=%E6%B3%B5')
  })

  test('an old address of an item is redirected to its new page', async () => {
    await portal.publish({ [DETAIL]: detail('/device') })
    expect(tell()).toBe('')
    await publish({ [DETAIL]: detail('/gear') }, [{ rename: 'path', from: '/device', to: '/gear' }])
    const moved = await portal.app.get('/device?id=x1')
    expect([moved.status, moved.headers.location]).toEqual([301, '/gear?id=x1'])
  })

  test('share pages and feeds of a renamed content type or page are redirected to the new names', async () => {
    const renamed = JSON.parse(
      JSON.stringify(await portal.written(FILES.device)).replaceAll('/device/', '/tool/'),
    )
    const changes: Changes = {
      [FILES.device]: null,
      'schemas/content/tool.json': renamed,
      ...moveList,
      [DETAIL]: detail('/device', 'tool'),
      [MOVED]: { ...(moveList[MOVED] as object), source: { operation: 'tool.list' } },
    }
    await publish(changes, [
      { rename: 'type', from: 'device', to: 'tool' },
      { rename: 'page', from: 'device/list', to: 'tools/all' },
    ])
    for (const [from, to] of [
      ['/share/device', '/share/tool'],
      ['/share/device/x1?from=feed', '/share/tool/x1?from=feed'],
      ['/feed/device/list.atom?grade=b', '/feed/tools/all.atom?grade=b'],
    ]) {
      const moved = await portal.app.get(String(from))
      expect([moved.status, moved.headers.location]).toEqual([301, to])
    }
    expect((await portal.app.get('/feed/tools/all.atom')).status).toBe(200)
    expect((await portal.app.get('/share/nothing')).status).toBe(404)
  })

  test('a followed page that disappears without a migration is reported as records_page_gone', async () => {
    await follow()
    await portal.publish(moveList)
    expect(tell()).toMatch(
      /records_page_gone.*页面“器材”（device\/list）已删去，而已有 1 个关注.*"rename": "page", "from": "device\/list", "to": "tools\/all"/,
    )
    expect(await places()).toEqual(['device/list'])
  })

  test('follows of a renamed page move to the new name, and undo moves them back', async () => {
    await follow()
    const trial = await publish(moveList, [{ rename: 'page', from: 'device/list', to: 'tools/all' }])
    expect(trial).toContain('"rename" page：1 个关注')
    expect(await places()).toEqual(['tools/all'])
    const mine = await portal.app.get<{ list: { address: string | null }[] }>('/newapi/follow/list', {
      token: portal.token,
    })
    expect(mine.data.list.map(({ address }) => address)).toEqual(['/devices?grade=b'])
    await portal.restore()
    await undoLast(portal.app.services, portal.app.source.model)
    expect(await places()).toEqual(['device/list'])
  })

  test('follows of a page that is removed on purpose keep their page name', async () => {
    await follow()
    await publish({ [FILES.list]: null }, [
      { rename: 'path', from: '/devices', to: '/privacy' },
      { keep: 'page', name: 'device/list' },
    ])
    expect(await places()).toEqual(['device/list'])
  })
})
