// Tests the scheduler: due tasks run once among several processes, also after restarts.
import { expect, it } from 'vitest'
import type { Services } from '#server/platform/call.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { dailyAt, every, type Task } from '#server/platform/scheduler/task.ts'
import { dropTimer, setTimer } from '#server/platform/scheduler/timers.ts'
import { buildServices } from '#server/services.ts'
import { model } from '../../../support/portal-model.ts'
import { describeDatabases } from '../database/describe-databases.ts'

const MINUTE = 60_000

describeDatabases('the scheduler', (database) => {
  let now = new Date('2026-11-02T00:00:00Z')
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds)
  }
  const services = (): Services => buildServices(database.handle, { model }, { clock: () => now })
  const withTasks = (...tasks: Task[]) => new Scheduler(services(), tasks)

  it('runs a regular task at once and after each interval, and makes up missed intervals once', async () => {
    const done: Date[] = []
    const scheduler = withTasks({
      name: 'regular',
      next: every(10 * MINUTE),
      run: async ({ dueAt }) => void done.push(dueAt),
    })
    expect(await scheduler.runDue()).toEqual(['regular'])
    pass(9 * MINUTE)
    expect(await scheduler.runDue()).toEqual([])
    pass(MINUTE)
    expect(await scheduler.runDue()).toEqual(['regular'])
    expect(done).toHaveLength(2)
    // A standstill is made up for once, not as often as it was missed.
    pass(24 * 60 * MINUTE)
    expect(await scheduler.runDue()).toEqual(['regular'])
    expect(await scheduler.runDue()).toEqual([])
  })

  it('runs each due timer once among several processes, also after a restart', async () => {
    const done: (string | null)[] = []
    const task: Task = { name: 'once', run: async ({ subject }) => void done.push(subject) }
    const set = (subject: string, inMs: number) =>
      setTimer(database.handle.db, {
        name: `once/${subject}`,
        task: 'once',
        subject,
        dueAt: new Date(now.getTime() + inMs),
      })
    await set('late', 5 * MINUTE)
    await set('soon', MINUTE)
    await set('dropped', MINUTE)
    await dropTimer(database.handle.db, 'once/dropped')
    expect(await withTasks(task).runDue()).toEqual([])
    pass(10 * MINUTE)
    // Other programs, which know nothing of those before.
    const runs = await Promise.all([1, 2, 3, 4].map(() => withTasks(task).runDue()))
    expect(runs.flat().sort()).toEqual(['once/late', 'once/soon'])
    expect(done.sort()).toEqual(['late', 'soon'])
    pass(60 * MINUTE)
    expect(await withTasks(task).runDue()).toEqual([])
  })

  it('leaves the timer of an unknown task to other processes', async () => {
    await setTimer(database.handle.db, { name: 'new', task: 'of a newer program', subject: null, dueAt: now })
    expect(await withTasks({ name: 'other', run: async () => undefined }).runDue()).toEqual([])
    await dropTimer(database.handle.db, 'new')
  })

  it('retries a failed task with growing delays', async () => {
    let tries = 0
    const scheduler = withTasks({
      name: 'failing',
      run: async () => {
        tries += 1
        if (tries < 3) throw new Error('not yet')
      },
    })
    await setTimer(database.handle.db, { name: 'failing', task: 'failing', subject: null, dueAt: now })
    for (const wait of [0, 4_999, 1, 9_999, 1, MINUTE]) {
      pass(wait)
      await scheduler.runDue()
    }
    expect(tries).toBe(3)
  })

  it('takes a task over from a stalled process and discards the late writes of that process', async () => {
    const { db } = database.handle
    const written: string[] = []
    let wake = () => {}
    const sleep = new Promise<void>((resolve) => {
      wake = resolve
    })
    let begun = () => {}
    const begin = new Promise<void>((resolve) => {
      begun = resolve
    })
    const task = (who: string, wait: Promise<void> | undefined): Task => ({
      name: 'handover',
      run: async ({ settle }) => {
        begun()
        await wait
        await db.transaction().execute(async (transaction) => {
          await settle(transaction)
          written.push(who)
        })
      },
    })
    await setTimer(db, { name: 'handover', task: 'handover', subject: null, dueAt: now })
    const asleep = withTasks(task('asleep', sleep)).runDue()
    await begin
    expect(await withTasks(task('early', undefined)).runDue()).toEqual([])
    pass(2 * MINUTE)
    expect(await withTasks(task('awake', undefined)).runDue()).toEqual(['handover'])
    wake()
    await asleep
    expect(written).toEqual(['awake'])
    pass(60 * MINUTE)
    expect(await withTasks(task('late', undefined)).runDue()).toEqual([])
  })
})

it('a daily task runs at its hour in Beijing time', () => {
  const at = dailyAt(8)
  expect(at(new Date('2026-11-02T23:59:59Z')).toISOString()).toBe('2026-11-03T00:00:00.000Z')
  expect(at(new Date('2026-11-03T00:00:00Z')).toISOString()).toBe('2026-11-04T00:00:00.000Z')
})
