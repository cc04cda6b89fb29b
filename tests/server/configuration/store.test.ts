// Tests the configuration store over HTTP: drafts, checks, publication, revisions, conflicts with deployments, rights.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FormSchemas } from '#shared/calls/form-schemas.ts'
import type { Manifest } from '#shared/model/manifest.ts'
import { DATABASES } from '../platform/database/each-database.ts'
import { writeSmallFiles, ZONE, ZONE_FILE } from '../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const MOOD = 'schemas~dictionaries~mood.json'
const MOOD_FILE = 'schemas/dictionaries/mood.json'
const WORDS = '按通知调整名称'

interface Finding {
  readonly path: string
  readonly pointer: string
  readonly line: number
  readonly code: string
  readonly severity: string
  readonly message: string
}
interface Conflict {
  readonly path: string
  readonly pointer: string
  readonly base: string | null
  readonly files: string | null
  readonly published: string | null
}
interface Info {
  readonly state: string
  readonly base: string | null
  readonly published: string | null
  readonly draft: { readonly text: string | null } | null
  readonly isStale: boolean
}
interface Published {
  readonly revision: number
  readonly isServed: boolean
  readonly files: readonly string[]
}

const mood = (...labels: readonly string[]) => ({
  $schema: '../config/dictionary.schema.json',
  title: '心情',
  items: labels.map((label, index) => ({ value: String(index + 1), label })),
})
const write = (value: unknown) => JSON.stringify(value, null, 2)

const ROLES = 'schemas/roles.json'
const CALLS = 'schemas/api/configuration.json'
const GRANT = 'configureDictionary'

/** The small configuration; experts may edit its dictionaries. */
async function writeFiles(root: string): Promise<void> {
  await writeSmallFiles(root)
  const change = (path: string, edit: (text: string) => string) =>
    writeFileSync(join(root, path), edit(readFileSync(join(root, path), 'utf8')))
  change(ROLES, (text) => {
    const roles = JSON.parse(text)
    roles.grants[GRANT] = '修改字典'
    roles.roles.expert.grants = [GRANT]
    return write(roles)
  })
  change(CALLS, (text) => {
    const calls = JSON.parse(text)
    for (const operation of Object.values<{ access: string | string[] }>(calls.operations))
      operation.access = [operation.access, `grant:${GRANT}`].flat()
    return write(calls)
  })
}

describe.each(DATABASES.filter(({ isAvailable }) => isAvailable))(
  'configuration store on $name',
  (database) => {
    let root: string
    let app: TestApp
    let token: string
    let colleague: string

    const at = (path: string) => `/newapi/operator/configuration/${path}`
    const post = <T>(path: string, body: object, as = token) => app.post<T>(at(path), body, { token: as })
    const get = <T>(path: string, as = token) => app.get<T>(at(path), { token: as })
    const labels = async () => {
      const { data } = await app.get<{ label: string }[]>('/newapi/api/dict/dicts/mood')
      return data.map(({ label }) => label)
    }
    const draft = (value: unknown, id = MOOD, as = token) =>
      post<{ text: string; isValid: boolean; findings: Finding[]; conflicts: Conflict[] }>(
        'save',
        { id, text: typeof value === 'string' ? value : write(value) },
        as,
      )
    const publish = (as = token, ids?: string[]) =>
      post<Published & { findings: Finding[]; conflicts: Conflict[] }>(
        'publish',
        { words: WORDS, ...(ids ? { ids } : {}) },
        as,
      )
    /** Publishes the labels, whatever was there before. */
    const publishLabels = async (...names: string[]) => {
      await draft(mood(...names))
      const { data, msg } = await publish()
      expect(msg).toBe('success')
      return data.revision
    }

    beforeAll(async () => {
      root = mkdtempSync(join(tmpdir(), 'equipnet-store-'))
      await writeFiles(root)
      app = await createTestApp({ root, database })
      token = await app.signIn('manager', 'operator')
      colleague = await app.signIn('colleague', 'operator')
    }, 60_000)
    afterAll(async () => {
      await app.close()
      rmSync(root, { recursive: true, force: true })
    })
    beforeEach(async () => {
      await writeFiles(root)
      await app.services.db.deleteFrom('configurationDraft').execute()
      await app.services.db.deleteFrom('configurationRevision').execute()
      await app.source.reload()
      expect(await labels()).toEqual(['晴', '雨'])
    })

    test('a published label is what the dictionary call answers, and nothing else of the file changes', async () => {
      const saved = await draft(mood('晴天', '雨'))
      expect(saved.data).toMatchObject({ isValid: true, findings: [], conflicts: [] })
      expect(await labels(), 'a draft is not served').toEqual(['晴', '雨'])
      const { data } = await publish()
      expect(data).toMatchObject({ isServed: true, files: [MOOD] })
      expect(await labels()).toEqual(['晴天', '雨'])
      const info = await get<Info>(`info/${MOOD}`)
      expect(info.data).toMatchObject({ state: 'changed', draft: null, isStale: false })
      expect(info.data.published).toBe(info.data.base?.replace('"晴"', '"晴天"'))
      expect(readFileSync(join(root, MOOD_FILE), 'utf8'), 'the file stays').toBe(info.data.base)
    })

    test('a published page is in the manifest, and a deleted one is not', async () => {
      const titles = async () =>
        (JSON.parse((await app.get('/config/manifest.json')).text) as Manifest).pages.map(
          ({ title }) => title,
        )
      await draft({ ...ZONE, title: '又一专区', path: '/SecondZone' }, 'zones-config~second.json')
      const checked = await post<{ impact: { pages: { title: string; change: string }[] } }>('check', {})
      expect(checked.data.impact.pages).toMatchObject([{ title: '又一专区', change: 'added' }])
      await publish()
      expect(await titles()).toEqual(['又一专区', ZONE.title])
      await post('save', { id: 'zones-config~second.json', isDeleted: true })
      await publish()
      expect(await titles()).toEqual([ZONE.title])
    })

    test('a draft is previewed by its hash, pages and all, until the preview ends', async () => {
      const saved = await post<{ preview: string }>('save', {
        id: 'zones-config~third.json',
        text: JSON.stringify({ ...ZONE, title: '预览专区', path: '/ThirdZone' }),
      })
      const address = `/config/preview/${saved.data.preview}/manifest.json`
      const manifest = JSON.parse((await app.get(address)).text) as Manifest
      const page = manifest.pages.find(({ title }) => title === '预览专区')
      expect(page?.url).toMatch(`/config/preview/${saved.data.preview}/pages/`)
      expect(JSON.parse((await app.get(page?.url ?? '')).text)).toMatchObject({ title: '预览专区' })
      expect((await app.get('/config/manifest.json')).text).not.toContain('预览专区')
      const html = (await app.get(`/?preview=${saved.data.preview}`)).text
      expect(html).toContain(address)
      expect((await app.get('/config/preview/0123456789abcdef/manifest.json')).status).toBe(404)
      const { db } = app.services
      await db
        .updateTable('configurationPreview')
        .set({ until: new Date(0) })
        .execute()
      expect((await app.get(address)).status).toBe(404)
    })

    test('a mistake is answered with its place, and nothing is published', async () => {
      const wrong = { ...mood('晴', '雨'), titel: '心情' }
      const saved = await draft(wrong)
      const expected = { path: MOOD_FILE, pointer: '/titel', severity: 'error' }
      expect(saved.data.isValid).toBe(false)
      expect(saved.data.findings).toMatchObject([expected])
      const refused = await publish()
      expect(refused).toMatchObject({ status: 400, code: 40002 })
      expect(refused.data.findings).toMatchObject([expected])
      expect(await labels()).toEqual(['晴', '雨'])
      const { data } = await get<{ totalCount: number }>('revision/list')
      expect(data.totalCount).toBe(0)
      const info = await get<Info>(`info/${MOOD}`)
      expect(JSON.parse(info.data.draft?.text ?? '')).toEqual(wrong)
    })

    test('a text that is no JSON is kept as a draft, with the place of the fault', async () => {
      const saved = await draft('{ "title": "心情" "items": [] }')
      expect(saved.data).toMatchObject({ isValid: false, text: '{ "title": "心情" "items": [] }' })
      expect(saved.data.findings).toMatchObject([{ code: 'json_syntax', line: 1 }])
    })

    test('a change that stored records need is refused with their number, and nothing is published', async () => {
      const writer = await app.signIn('writer')
      for (const title of ['第一张便签', '第二张便签'])
        expect(await app.post('/newapi/note/add', { title, mood: '2' }, { token: writer })).toMatchObject({
          code: 0,
        })
      await draft(mood('晴'))
      const checked = await post<{ isValid: boolean; findings: Finding[]; impact: object }>('check', {})
      expect(checked.data.isValid).toBe(false)
      expect(checked.data.findings.map(({ message }) => message).join()).toContain('2 条内容')
      expect(checked.data.impact).toMatchObject({ types: [{ type: 'note', title: '便签', count: 2 }] })
      const refused = await publish()
      expect(refused.code).toBe(40002)
      expect(refused.msg).toContain('2 条内容')
      expect(await labels()).toEqual(['晴', '雨'])
    })

    test('a value that items hold is retired with a replacement: the migration moves them with the publication', async () => {
      const writer = await app.signIn('writer')
      const { data: added } = (await app.post(
        '/newapi/note/add',
        { title: '下雨', mood: '2' },
        { token: writer },
      )) as {
        data: { id: string }
      }
      await draft(mood('晴'))
      const step = { rename: 'code', in: 'mood', from: '2', to: '1' }
      const migration = { $schema: '../config/migration.schema.json', title: '停用“雨”', steps: [step] }
      const saved = await draft(migration, 'schemas~migrations~retire-rain.json')
      expect(saved.data.findings).toEqual([])
      const checked = await post<{ isValid: boolean; findings: Finding[]; plans: string[] }>('check', {})
      expect(checked.data).toMatchObject({ isValid: true, findings: [] })
      expect(checked.data.plans.join()).toMatch(/\d+ 条内容/)
      expect((await publish()).msg).toBe('success')
      expect(await labels()).toEqual(['晴'])
      const { data: item } = await app.get<{ mood: string }>(`/newapi/note/info/${added.id}`, {
        token: writer,
      })
      expect(item.mood).toBe('1')
      await post('restore', { id: '0', reason: '恢复取值' })
      expect(await labels(), 'the value is offered again; items keep the new one').toEqual(['晴', '雨'])
    })

    test('an earlier revision is restored as a new one, and the files are revision 0', async () => {
      const first = await publishLabels('晴天', '雨')
      await publishLabels('晴朗', '雨')
      const restored = await post<Published>('restore', { id: String(first), reason: '恢复名称' })
      expect(restored.data.revision).toBeGreaterThan(first + 1)
      expect(await labels()).toEqual(['晴天', '雨'])
      await post('restore', { id: '0', reason: '恢复名称' })
      expect(await labels()).toEqual(['晴', '雨'])
      const revisions = await get<{ list: { words: string; author: string; isServed: boolean }[] }>(
        'revision/list',
      )
      expect(revisions.data.list.map(({ words }) => words)).toEqual(['恢复名称', '恢复名称', WORDS, WORDS])
      expect(revisions.data.list.map(({ isServed }) => isServed)).toEqual([true, false, false, false])
    })

    test('a revision names what it changed by path, and the audit log has old and new', async () => {
      const revision = await publishLabels('晴天', '雨')
      const { data } = await get<{ changes: object[]; author: string }>(`revision/info/${revision}`)
      expect(data.author).toBe('用户 manager')
      expect(data.changes).toEqual([
        { id: MOOD, path: MOOD_FILE, pointer: '/items/0/label', before: '晴', after: '晴天' },
      ])
      const audit = await app.services.db
        .selectFrom('audit')
        .select(['actor', 'target', 'detail'])
        .where('action', '=', 'configuration.publish')
        .where('result', '=', 'ok')
        .orderBy('at', 'desc')
        .executeTakeFirstOrThrow()
      expect(audit).toMatchObject({
        actor: 'manager',
        target: String(revision),
        detail: {
          words: WORDS,
          files: [MOOD_FILE],
          changes: [{ field: `${MOOD_FILE}#/items/0/label`, old: '晴', new: '晴天' }],
        },
      })
    })

    test('drafts of two people are merged by path, and refused where both changed the same', async () => {
      await draft(mood('晴天', '雨'))
      await draft(mood('晴', '大雨'), MOOD, colleague)
      await publish()
      expect((await get<Info>(`info/${MOOD}`, colleague)).data.isStale).toBe(true)
      await publish(colleague)
      expect(await labels()).toEqual(['晴天', '大雨'])

      await draft(mood('晴朗', '大雨'))
      await draft(mood('阳光', '大雨'), MOOD, colleague)
      await publish()
      const refused = await publish(colleague)
      expect(refused).toMatchObject({ status: 409, code: 40901 })
      expect(refused.data.conflicts).toMatchObject([
        { path: MOOD_FILE, pointer: '/items/0/label', base: '晴天', files: '晴朗', published: '阳光' },
      ])
      expect(await labels()).toEqual(['晴朗', '大雨'])
      const rebased = { id: MOOD, text: write(mood('阳光', '大雨')), isRebased: true }
      expect((await post<{ conflicts: [] }>('save', rebased, colleague)).data.conflicts).toEqual([])
      await publish(colleague)
      expect(await labels()).toEqual(['阳光', '大雨'])
    })

    test('of two people who publish at once nobody loses anything', async () => {
      await draft(mood('晴天', '雨'))
      await draft({ ...ZONE, title: '改名的专区' }, 'zones-config~trial.json', colleague)
      const answers = await Promise.all([publish(), publish(colleague)])
      expect(answers.map(({ code }) => code)).toEqual([0, 0])
      expect(await labels()).toEqual(['晴天', '雨'])
      expect((await get<Info>('info/zones-config~trial.json')).data).toMatchObject({ title: '改名的专区' })
    })

    describe('a deployment over a published change', () => {
      const deploy = async (value: unknown, path = MOOD_FILE) => {
        writeFileSync(join(root, path), write(value))
        await app.source.reload()
      }

      test('is merged where it changed something else', async () => {
        await publishLabels('晴天', '雨')
        await deploy(mood('晴', '雨', '雪'))
        expect(await labels()).toEqual(['晴天', '雨', '雪'])
        expect((await get<{ list: [] }>('conflicts')).data.list).toEqual([])
      })

      test('is listed where it changed the same, and the published value is served until somebody decides', async () => {
        await publishLabels('晴天', '雨')
        await deploy(mood('晴朗', '大雨'))
        expect(await labels()).toEqual(['晴天', '大雨'])
        const { data } = await get<{ list: Conflict[] }>('conflicts')
        const conflict = {
          path: MOOD_FILE,
          pointer: '/items/0/label',
          base: '晴',
          files: '晴朗',
          published: '晴天',
        }
        expect(data.list).toMatchObject([conflict])
        await draft(mood('晴天', '暴雨'))
        expect((await publish()).code, 'not before the conflict is decided').toBe(40902)

        const choices = [{ pointer: '/items/0/label', take: 'files' }]
        const undecided = await post('decide', {
          id: MOOD,
          choices: [{ pointer: '/title', take: 'files' }],
          words: WORDS,
        })
        expect(undecided.code).toBe(40002)
        expect((await post('decide', { id: MOOD, choices, words: WORDS })).code).toBe(0)
        expect(await labels()).toEqual(['晴朗', '大雨'])
        expect((await get<{ list: [] }>('conflicts')).data.list).toEqual([])
        expect((await get<Info>(`info/${MOOD}`)).data.state).toBe('unchanged')
      })

      test('keeps the published value for good where that is decided', async () => {
        await publishLabels('晴天', '雨')
        await deploy(mood('晴朗', '雨'))
        await post('decide', {
          id: MOOD,
          choices: [{ pointer: '/items/0/label', take: 'published' }],
          words: WORDS,
        })
        expect(await labels()).toEqual(['晴天', '雨'])
        await app.source.reload()
        expect((await get<{ list: [] }>('conflicts')).data.list).toEqual([])
      })

      test('that makes the whole invalid is not served, and the last good configuration stays', async () => {
        await draft({ ...ZONE, title: '又一专区', path: '/SecondZone' }, 'zones-config~second.json')
        await publish()
        await deploy({ ...ZONE, path: '/SecondZone' }, ZONE_FILE)
        const { data } = await get<{ problems: object[]; revision: number; servedRevision: number }>('state')
        expect(data.problems).not.toEqual([])
        expect(app.source.model.pages.map(({ path }) => path)).toEqual(['/SecondZone', ZONE.path])
      })
    })

    test('an open socket hears of the new configuration', async () => {
      const heard: string[] = []
      const socket = await app.app.injectWS(
        '/websocket',
        {},
        {
          onInit: (opened) => opened.on('message', (data) => heard.push(String(data))),
        },
      )
      await publishLabels('晴天', '雨')
      await expect.poll(() => heard.at(-1)).toContain(app.source.model.hash)
      socket.terminate()
    })

    test('the list names the files of the kinds that are edited here, with their state', async () => {
      await draft(mood('晴天', '雨'))
      const { data } = await get<{ list: object[]; totalCount: number }>('list?kind=dictionary&keyWord=mood')
      expect(data.list).toMatchObject([
        { id: MOOD, kind: 'dictionary', kindTitle: '字典', title: '心情', state: 'unchanged', conflicts: 0 },
      ])
      const drafted = await get<{ list: { id: string }[] }>('list?state=drafted')
      expect(drafted.data.list.map(({ id }) => id)).toEqual([MOOD])
      const all = await get<{ totalCount: number }>('list?keyWord=roles')
      expect(all.data.totalCount, 'roles are not edited here').toBe(0)
    })

    test('the schemas of forms bring all their definitions and the names of the portal', async () => {
      const { data } = await get<FormSchemas>('schema')
      const text = JSON.stringify(data.$defs)
      const missing = [...text.matchAll(/"\$ref":"#\/\$defs\/([\w-]+)/g)].filter(
        ([, name]) => !Object.hasOwn(data.$defs, name ?? ''),
      )
      expect(missing).toEqual([])
      expect(text).not.toContain('equipnet:')
      expect(data.names.dictionary?.map(({ value }) => value)).toContain('mood')
      for (const kind of ['dictionary', 'menu', 'notice', 'page', 'site', 'zone'])
        expect(() =>
          new Ajv2020({ strict: false, validateFormats: false }).compile({
            $ref: `#/$defs/${kind}`,
            $defs: data.$defs,
          }),
        ).not.toThrow()
    })

    test.each([
      ['roles', 'schemas~roles.json'],
      ['a content type', 'schemas~content~note.json'],
      ['a lifecycle', 'schemas~lifecycles~plain.json'],
      ['a call', 'schemas~api~zone.json'],
      ['the language', 'schemas~config~zone.schema.json'],
      ['a file outside the folders', '..~secret.json'],
    ])('%s is not edited here', async (_what, id) => {
      expect(await draft({}, id)).toMatchObject({ status: 404 })
      expect(await get(`info/${id}`)).toMatchObject({ status: 404 })
    })

    test('a role with the grant of a kind edits files of that kind only', async () => {
      const expert = await app.signIn('editor', 'expert')
      const listed = await get<{ list: { kind: string }[] }>('list', expert)
      expect(new Set(listed.data.list.map(({ kind }) => kind))).toEqual(new Set(['dictionary']))
      const zone = 'zones-config~trial.json'
      expect((await get(`info/${zone}`, expert)).code).toBe(40301)
      expect((await draft({ ...ZONE, title: '改名' }, zone, expert)).code).toBe(40301)
      await draft(mood('晴天', '雨'), MOOD, expert)
      expect((await publish(expert)).code).toBe(0)
      expect(await labels()).toEqual(['晴天', '雨'])

      await draft({ ...ZONE, title: '改名' }, zone)
      const { revision } = (await publish()).data
      const restored = await post('restore', { id: String(revision - 1), reason: '恢复名称' }, expert)
      expect(restored.code, 'what it restores is of another kind').toBe(40301)
    })

    test('a draft is its author’s alone, and discarding it leaves nothing', async () => {
      await draft(mood('晴天', '雨'))
      expect((await get<Info>(`info/${MOOD}`, colleague)).data.draft).toBeNull()
      expect((await publish(colleague)).code).toBe(40902)
      await post('discard', { id: MOOD })
      expect((await get<Info>(`info/${MOOD}`)).data.draft).toBeNull()
    })
  },
)
