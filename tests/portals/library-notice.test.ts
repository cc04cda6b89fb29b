// Tests that two properties of a content type give a library two reviews and a schedule: `reviews` and `schedule`.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { toPortalCode } from '#server/configuration/portal-code.ts'
import { deadlineTask } from '#server/content/workflow/deadlines.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { createTestApp, type TestApp } from '../server/support/test-app.ts'
import * as shelf from './library/handlers/shelf.ts'
import { LIBRARY } from './library.ts'

const code = toPortalCode([{ file: 'shelf.ts', module: shelf }])

const FILE = 'schemas/content/notice.json'
const LIFECYCLE = 'schemas/lifecycles/notice.json'
const NOTICE = { title: '国庆节开馆时间', content: '十月一日至三日，九点开馆。' }

interface Notice {
  readonly id: string
  readonly status: string
}

let now = new Date('2026-12-01T02:00:00Z')
let app: TestApp
const tokens = new Map<string, string>()
beforeAll(async () => {
  app = await createTestApp({ root: LIBRARY, code, clock: () => now })
  for (const name of ['writer', 'second', 'third']) tokens.set(name, await app.signIn(name, 'librarian'))
}, 60_000)
afterAll(() => app?.close())

const as = (name: string) => ({ token: tokens.get(name) as string })
const pass = async (name: string, id: string) =>
  app.get<Notice>(`/newapi/operator/notice/pass?id=${id}`, as(name))

/** Made anew for each call, so they may be changed. */
const libraryFiles = () => readFolder(LIBRARY) as Map<string, string>

const NOTICE_FIELDS = JSON.parse(libraryFiles().get(FILE) ?? '').fields as { readonly properties: object }

/** The library with other properties of the notice. */
function checkNotice(change: object) {
  const files = libraryFiles()
  const written = JSON.parse(files.get(FILE) ?? '')
  return checkConfiguration(files.set(FILE, JSON.stringify({ ...written, ...change }, null, 2)))
}

const problemsOf = (change: object) => {
  const result = checkNotice(change)
  return result.ok ? [] : result.problems.map(({ slug, file, message }) => ({ slug, file, message }))
}

describe('a notice of the library', () => {
  test('passes two reviews by two people and is posted at its time, once by two processes', async () => {
    const added = await app.post<Notice>(
      '/newapi/operator/notice/add',
      { ...NOTICE, publishAt: '2026-12-02T02:00:00Z', expireAt: '2026-12-03T02:00:00Z' },
      as('writer'),
    )
    expect(added.data, added.text).toMatchObject({ status: 'firstReview' })
    const { id } = added.data
    expect((await pass('writer', id)).code).toBe(40310)
    expect((await pass('second', id)).data).toMatchObject({ status: 'finalReview' })
    expect((await pass('second', id)).msg).toBe('您已审核或修改过这份内容，须由其他人审核')
    expect((await pass('third', id)).data).toMatchObject({ status: 'scheduled' })
    expect((await app.get(`/newapi/notice/info/${id}`)).status).toBe(404)
    const processes = () =>
      [1, 2].map(() => new Scheduler(app.services, [deadlineTask], { onError: () => undefined }).runDue())
    now = new Date('2026-12-02T02:00:00Z')
    await Promise.all(processes())
    expect((await app.get<Notice>(`/newapi/notice/info/${id}`)).data).toMatchObject({ status: 'posted' })
    now = new Date('2026-12-03T02:00:00Z')
    await Promise.all(processes())
    expect((await app.get(`/newapi/notice/info/${id}`)).status).toBe(404)
    const log = await app.services.db
      .selectFrom('transitionLog')
      .select(['action'])
      .where('itemId', '=', id)
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['pass', 'pass', 'post', 'expire'])
  })

  test('has the states and the form of its reviews and its schedule', () => {
    const statesWith = (change: object) => {
      const result = checkNotice(change)
      if (!result.ok) throw new Error(JSON.stringify(result.problems))
      const type = result.model.contentTypes.find(({ name }) => name === 'notice')
      const form = result.model.forms.find(({ id }) => id === 'notice')
      return {
        states: Object.keys(type?.lifecycle.states ?? {}),
        fields: form?.fields.map(({ name }) => name),
      }
    }
    expect(statesWith({})).toEqual({
      states: ['draft', 'firstReview', 'finalReview', 'sentBack', 'scheduled', 'posted', 'expired'],
      fields: ['title', 'content', 'publishAt', 'expireAt'],
    })
    expect(statesWith({ reviews: 1, schedule: undefined })).toEqual({
      states: ['draft', 'review', 'sentBack', 'posted', 'expired'],
      fields: ['title', 'content'],
    })
  })

  test.each([
    [
      'no number of reviews',
      { reviews: undefined },
      'reviews_number',
      '请写明 reviews（经几级审核），可用：1、2',
    ],
    ['a number that no stage is of', { reviews: 3 }, 'reviews_number', '没有 3 级审核，reviews 可用：1、2'],
    [
      'reviews of a lifecycle without any',
      { lifecycle: 'shelf', schedule: undefined },
      'reviews_unoffered',
      '没有分级的审核',
    ],
    [
      'a schedule of a lifecycle without one',
      { lifecycle: 'shelf', reviews: undefined },
      'schedule_unoffered',
      '不能定时发布',
    ],
    [
      'a field of its own that the schedule adds',
      {
        fields: {
          ...NOTICE_FIELDS,
          properties: { ...NOTICE_FIELDS.properties, publishAt: { type: 'string', title: '公布时间' } },
        },
      },
      'schedule_field',
      '字段“publishAt”由 schedule 加入',
    ],
  ])('is refused with %s', (_title, change, slug, words) => {
    expect(problemsOf(change)).toContainEqual({ slug, file: FILE, message: expect.stringContaining(words) })
  })

  test('is refused an urgent way past the reviews that asks for no reason', () => {
    const files = libraryFiles()
    const { transitions, ...lifecycle } = JSON.parse(files.get(LIFECYCLE) ?? '')
    const urgent = {
      action: 'hurry',
      kind: 'urgent',
      title: '紧急公布',
      from: ['review'],
      to: 'posted',
      by: ['librarian'],
    }
    const changed = { ...lifecycle, transitions: [...transitions, urgent] }
    const result = checkConfiguration(files.set(LIFECYCLE, JSON.stringify(changed, null, 2)))
    const slugs = result.ok ? [] : result.problems.map(({ slug, file }) => ({ slug, file }))
    expect(slugs).toContainEqual({ slug: 'urgent_reason', file: LIFECYCLE })
  })

  test('reports a mistake in the lifecycle at its place in the file', () => {
    const files = libraryFiles()
    const text = files.get(LIFECYCLE) ?? ''
    const result = checkConfiguration(
      files.set(LIFECYCLE, text.replace('"定时公布"', '"定时公布", "back": ["nowhere"]')),
    )
    const [problem] = result.ok ? [] : result.problems
    const line = text.split('\n').findIndex((one) => one.includes('"定时公布"')) + 1
    expect(problem).toMatchObject({ slug: 'state_unknown', file: LIFECYCLE, line, found: 'nowhere' })
  })
})
