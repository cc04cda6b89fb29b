// Tests the places of a parent and its waiting list, with parallel calls.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveUpAll } from '#server/content/workflow/move-up.ts'
import { DATABASES } from '../../platform/database/each-database.ts'
import { type Counting, type Item, openCounting } from './counting-app.ts'

const AVAILABLE = DATABASES.filter(({ isAvailable }) => isAvailable)
const people = (count: number, name = 'person') =>
  Array.from({ length: count }, (_, index) => `${name}${index}`)

describe.each(AVAILABLE)('places of a course on $name', (database) => {
  let counting: Counting
  beforeAll(async () => {
    counting = await openCounting(database)
  }, 120_000)
  afterAll(() => counting?.app.close())

  const course = async (places?: number) =>
    (await counting.added('course', { title: '急救培训', ...(places === undefined ? {} : { places }) })).id
  const signUp = (courseId: string, who: string) =>
    counting.add('signUp', { title: '急救培训', courseId }, who)
  const counts = async (id: string) => {
    const { taken, waiting } = await counting.read('course', id)
    return { taken, waiting }
  }

  test('64 parallel sign-ups for 20 places are 20 confirmed ones and 44 that wait, as their answers say', async () => {
    const id = await course(20)
    const names = people(64)
    await Promise.all(names.map((name) => counting.token(name)))
    const answers = await Promise.all(names.map((name) => signUp(id, name)))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    const told = answers.map(({ data }) => data.status)
    expect(told.filter((status) => status === 'confirmed')).toHaveLength(20)
    expect(await counting.states('signUp', id)).toEqual({ confirmed: 20, queued: 44 })
    expect(await counts(id)).toEqual({ taken: 20, waiting: 44 })
  }, 120_000)

  test('those who wait move up in their order, with notice, history and audit, when others cancel', async () => {
    const id = await course(2)
    const names = people(5, 'line')
    const items: Item[] = []
    for (const name of names) items.push((await signUp(id, name)).data)
    expect(items.map(({ status }) => status)).toEqual([
      'confirmed',
      'confirmed',
      'queued',
      'queued',
      'queued',
    ])
    const [first, second, third, fourth] = items as [Item, Item, Item, Item, Item]
    expect((await counting.step('signUp/cancel', first.id, 'line0')).data.status).toBe('calledOff')
    expect(await counting.read('signUp', third.id, 'line2')).toMatchObject({
      status: 'confirmed',
      history: [{ action: 'moveUp', from: 'queued', to: 'confirmed' }],
    })
    expect((await counting.read('signUp', fourth.id)).status).toBe('queued')
    const { rows: notices } = await sql<{ title: string }>`
      select title from notice where user_id = 'line2'`.execute(counting.app.services.db)
    expect(notices.map(({ title }) => title)).toEqual(['“急救培训”已有名额'])
    const { rows: entries } = await sql<{ actor: string | null; detail: object }>`
      select actor, detail from audit where action = 'content.moveUp' and target = ${third.id}`.execute(
      counting.app.services.db,
    )
    expect(entries).toMatchObject([{ actor: null, detail: { from: 'queued', to: 'confirmed' } }])
    // One who waits leaves no place.
    await counting.step('signUp/cancel', fourth.id, 'line3')
    expect(await counting.states('signUp', id)).toEqual({ confirmed: 2, queued: 1, calledOff: 2 })
    expect((await counting.step('signUp/delete', second.id, 'operator')).data.status).toBe('deleted')
    expect(await counts(id)).toEqual({ taken: 2, waiting: 0 })
  })

  test('ten parallel cancellations and ten parallel sign-ups leave exactly 20 confirmed', async () => {
    const id = await course(20)
    const names = people(25, 'turn')
    const fresh = people(10, 'fresh')
    await Promise.all([...names, ...fresh].map((name) => counting.token(name)))
    const items: Item[] = []
    for (const name of names) items.push((await signUp(id, name)).data)
    const answers = await Promise.all([
      ...names
        .slice(0, 10)
        .map((name, index) => counting.step('signUp/cancel', items[index]?.id ?? '', name)),
      ...fresh.map((name) => signUp(id, name)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await counting.states('signUp', id)).toEqual({ confirmed: 20, queued: 5, calledOff: 10 })
    expect(await counts(id)).toEqual({ taken: 20, waiting: 5 })
  }, 120_000)

  test('parallel cancellations of those who wait and of those who have a place lose no place', async () => {
    const id = await course(10)
    const names = people(30, 'both')
    await Promise.all(names.map((name) => counting.token(name)))
    const items: Item[] = []
    for (const name of names) items.push((await signUp(id, name)).data)
    const answers = await Promise.all(
      names.slice(0, 20).map((name, index) => counting.step('signUp/cancel', items[index]?.id ?? '', name)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await counting.states('signUp', id)).toEqual({ confirmed: 10, calledOff: 20 })
  }, 120_000)

  test('more places let those move up who wait, fewer places take none away', async () => {
    const id = await course(1)
    for (const name of people(4, 'more')) await signUp(id, name)
    expect((await counting.update('course', id, { places: 3 })).status).toBe(200)
    expect(await counts(id)).toEqual({ taken: 3, waiting: 1 })
    await counting.update('course', id, { places: 1 })
    expect(await counts(id)).toEqual({ taken: 3, waiting: 1 })
    // Without a number there is no bound.
    await counting.update('course', id, {})
    expect(await counts(id)).toEqual({ taken: 4, waiting: 0 })
  })

  test('a transition to a place leads to the waiting list while all are taken', async () => {
    const id = await course(1)
    const mine = (await signUp(id, 'again0')).data
    await counting.step('signUp/cancel', mine.id, 'again0')
    await signUp(id, 'again1')
    const answer = await counting.step('signUp/again', mine.id, 'again0')
    expect(answer.data).toMatchObject({ status: 'queued' })
    expect(await counts(id)).toEqual({ taken: 1, waiting: 1 })
  })

  test('another course gets the item, and the first one gives its place away', async () => {
    const [id, other] = [await course(1), await course(1)]
    const mine = (await signUp(id, 'moving0')).data
    const next = (await signUp(id, 'moving1')).data
    expect((await counting.update('signUp', mine.id, { courseId: other }, 'moving0')).status).toBe(200)
    expect((await counting.read('signUp', next.id)).status).toBe('confirmed')
    expect([await counts(id), await counts(other)]).toEqual([
      { taken: 1, waiting: 0 },
      { taken: 1, waiting: 0 },
    ])
    const answer = await counting.update('signUp', next.id, { courseId: other }, 'moving1')
    expect([answer.status, answer.msg]).toEqual([409, '“急救培训”共 1 个名额，名额已满'])
  })

  test('a place that a program without this configuration has freed is given away at the next start', async () => {
    const id = await course(1)
    const first = (await signUp(id, 'start0')).data
    await signUp(id, 'start1')
    const { db } = counting.app.services
    await sql`update item set status = 'calledOff' where id = ${first.id}`.execute(db)
    expect(await counting.states('signUp', id)).toEqual({ calledOff: 1, queued: 1 })
    await moveUpAll(counting.app.services)
    expect(await counting.states('signUp', id)).toEqual({ calledOff: 1, confirmed: 1 })
  })
})
