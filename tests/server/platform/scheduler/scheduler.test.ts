// Tests the scheduler: due tasks run once among several processes, also after restarts.
import { expect, it } from 'vitest'
import type { Services } from '#server/platform/call.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { dailyAt, every, type Task } from '#server/platform/scheduler/task.ts'
import { ensureTimer } from '#server/platform/scheduler/timers.ts'
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
    let done = 0
    const scheduler = withTasks({
      name: 'regular',
      next: every(10 * MINUTE),
      run: async () => {
        done += 1
      },
    })
    expect(await scheduler.runDue()).toEqual(['regular'])
    pass(9 * MINUTE)
    expect(await scheduler.runDue()).toEqual([])
    pass(MINUTE)
    expect(await scheduler.runDue()).toEqual(['regular'])
    expect(done).toBe(2)
    // A standstill is made up for once, not as often as it was missed.
    pass(24 * 60 * MINUTE)
    expect(await scheduler.runDue()).toEqual(['regular'])
    expect(await scheduler.runDue()).toEqual([])
  })

  it('runs each due task once among several processes, also after a restart', async () => {
    const done: string[] = []
    const task = (name: string, minutes: number): Task => ({
      name,
      next: every(minutes * MINUTE),
      run: async () => void done.push(name),
    })
    const tasks = [task('late', 5), task('soon', 1), task('rare', 60)]
    await withTasks(...tasks).runDue()
    expect(done.splice(0).sort()).toEqual(['late', 'rare', 'soon'])
    expect(await withTasks(...tasks).runDue()).toEqual([])
    pass(10 * MINUTE)
    // Other programs, which know nothing of those before.
    const runs = await Promise.all([1, 2, 3, 4].map(() => withTasks(...tasks).runDue()))
    expect(runs.flat().sort()).toEqual(['late', 'soon'])
    expect(done.sort()).toEqual(['late', 'soon'])
  })

  it('leaves the timer of an unknown task to other processes', async () => {
    await ensureTimer(database.handle.db, 'of a newer program', now)
    const other = { name: 'other', next: every(MINUTE), run: async () => undefined }
    expect(await withTasks(other).runDue()).toEqual(['other'])
  })

  it('retries a failed task with growing delays', async () => {
    let tries = 0
    const scheduler = withTasks({
      name: 'failing',
      next: every(60 * MINUTE),
      run: async () => {
        tries += 1
        if (tries < 3) throw new Error('not yet')
      },
    })
    for (const wait of [0, 4_999, 1, 9_999, 1, MINUTE]) {
      pass(wait)
      await scheduler.runDue()
    }
    expect(tries).toBe(3)
  })

  it('takes a task over from a stalled process, whose end then changes nothing', async () => {
    const begun: string[] = []
    let wake = () => {}
    const sleep = new Promise<void>((resolve) => {
      wake = resolve
    })
    let begin = () => {}
    const started = new Promise<void>((resolve) => {
      begin = resolve
    })
    const task = (who: string, wait?: Promise<void>): Task => ({
      name: 'handover',
      next: every(10 * MINUTE),
      run: async () => {
        begun.push(who)
        begin()
        await wait
      },
    })
    const asleep = withTasks(task('asleep', sleep)).runDue()
    await started
    expect(await withTasks(task('early')).runDue()).toEqual([])
    pass(2 * MINUTE)
    expect(await withTasks(task('awake')).runDue()).toEqual(['handover'])
    pass(9 * MINUTE)
    wake()
    await asleep
    expect(begun).toEqual(['asleep', 'awake'])
    pass(MINUTE)
    expect(await withTasks(task('next')).runDue()).toEqual(['handover'])
  })
})

it('a daily task runs at its hour in Beijing time', () => {
  const at = dailyAt(8)
  expect(at(new Date('2026-11-02T23:59:59Z')).toISOString()).toBe('2026-11-03T00:00:00.000Z')
  expect(at(new Date('2026-11-03T00:00:00Z')).toISOString()).toBe('2026-11-04T00:00:00.000Z')
})
