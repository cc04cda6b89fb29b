// Tests ConcurrencyLimiter: a few costly reads run at once, some wait in order, the others are refused at once.
import { expect, test } from 'vitest'
import { ConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts'
import { isCostly } from '#server/platform/operations/call-queues.ts'

const from = (caller: string, isPrioritized = false) => ({ caller, isPrioritized })

/** Work that ends when it is told to. */
function held() {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (name: number) => () => {
    begun.push(name)
    return new Promise<number>((resolve) => ends.push(() => resolve(name)))
  }
  return { begun, ends, work }
}

test('ConcurrencyLimiter runs two calls, queues two in order, refuses a fifth, and accepts calls again later', async () => {
  const limiter = new ConcurrencyLimiter({ running: 2, waiting: 2, timeout: 5_000 })
  const { begun, ends, work } = held()
  const running = [1, 2, 3, 4].map((name) => limiter.enter(work(name)))
  await expect(limiter.enter(work(5))).rejects.toMatchObject({ error: 'UNAVAILABLE' })
  await expect.poll(() => begun).toEqual([1, 2])
  ends[0]?.()
  await running[0]
  await expect.poll(() => begun).toEqual([1, 2, 3])
  ends[1]?.()
  await running[1]
  await expect.poll(() => begun).toEqual([1, 2, 3, 4])
  for (const end of ends) end()
  expect(await Promise.all(running)).toEqual([1, 2, 3, 4])
  await expect(limiter.enter(async () => 'room')).resolves.toBe('room')
})

test('ConcurrencyLimiter frees the capacity of a call that fails', async () => {
  const limiter = new ConcurrencyLimiter({ running: 1, waiting: 0, timeout: 5_000 })
  await expect(limiter.enter(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(limiter.enter(async () => 'room')).resolves.toBe('room')
})

test('ConcurrencyLimiter lets a caller with many calls delay another caller by one call only', async () => {
  const limiter = new ConcurrencyLimiter({ running: 1, waiting: 8, timeout: 5_000 })
  const { begun, ends, work } = held()
  const crowd = [1, 2, 3, 4, 5].map((name) => limiter.enter(work(name), from('crowd')))
  const single = limiter.enter(work(9), from('single'))
  ends[0]?.()
  await crowd[0]
  ends[1]?.()
  await crowd[1]
  await expect.poll(() => begun).toEqual([1, 2, 9])
  for (let at = 2; at < 6; at += 1) {
    await expect.poll(() => ends.length).toBe(at + 1)
    ends[at]?.()
  }
  await Promise.all([...crowd, single])
})

test('ConcurrencyLimiter with a share for each caller runs the calls of others while one caller has slow ones', async () => {
  const limiter = new ConcurrencyLimiter({ running: 3, perCaller: 2, waiting: 8, timeout: 5_000 })
  const { begun, ends, work } = held()
  const slow = [1, 2, 3].map((name) => limiter.enter(work(name), from('slow')))
  const others = [7, 8].map((name) => limiter.enter(work(name), from('other')))
  await expect.poll(() => begun).toEqual([1, 2, 7])
  ends[2]?.()
  await others[0]
  await expect.poll(() => begun).toEqual([1, 2, 7, 8])
  ends[3]?.()
  await others[1]
  ends[0]?.()
  await expect.poll(() => begun).toEqual([1, 2, 7, 8, 3])
  for (const end of ends) end()
  expect(await Promise.all(slow)).toEqual([1, 2, 3])
  await expect(limiter.enter(async () => 'room', from('slow'))).resolves.toBe('room')
})

test('ConcurrencyLimiter with a full queue refuses a call of the caller who fills it, not of a new caller', async () => {
  const limiter = new ConcurrencyLimiter({ running: 1, waiting: 3, timeout: 5_000 })
  const { ends, work } = held()
  const crowd = [1, 2, 3, 4].map((name) => limiter.enter(work(name), from('crowd')))
  const refused = expect(crowd[3]).rejects.toMatchObject({ error: 'UNAVAILABLE' })
  const single = limiter.enter(work(9), from('single'))
  await refused
  await expect(limiter.enter(work(5), from('crowd'))).rejects.toMatchObject({ error: 'UNAVAILABLE' })
  for (let at = 0; at < 4; at += 1) {
    await expect.poll(() => ends.length).toBe(at + 1)
    ends[at]?.()
  }
  expect(await Promise.all([...crowd.slice(0, 3), single])).toEqual([1, 2, 3, 9])
})

test('ConcurrencyLimiter gives every other turn to calls that go first', async () => {
  const limiter = new ConcurrencyLimiter({ running: 1, waiting: 8, timeout: 5_000 })
  const { begun, ends, work } = held()
  const crowd = [1, 2, 3].map((name) => limiter.enter(work(name), from('crowd')))
  const first = [7, 8].map((name) => limiter.enter(work(name), from('operator', true)))
  for (let at = 0; at < 5; at += 1) {
    await expect.poll(() => ends.length).toBe(at + 1)
    ends[at]?.()
  }
  await Promise.all([...crowd, ...first])
  expect(begun).toEqual([1, 7, 2, 8, 3])
})

test('ConcurrencyLimiter refuses a call that has waited longer than its patience', async () => {
  const limiter = new ConcurrencyLimiter({ running: 1, waiting: 8, timeout: 20 })
  const { ends, work } = held()
  const running = limiter.enter(work(1))
  await expect(limiter.enter(work(2))).rejects.toMatchObject({ error: 'UNAVAILABLE' })
  ends[0]?.()
  await running
  await expect(limiter.enter(async () => 'room')).resolves.toBe('room')
})

test('ConcurrencyLimiter lets more calls wait while the queue moves fast', async () => {
  const limiter = new ConcurrencyLimiter({ running: 1, waiting: 1, maxWait: 500, timeout: 5_000 })
  const quick = async () => 'done'
  const slow = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms))
  // A place becomes free far sooner than in a twentieth of half a second.
  let last = limiter.enter(slow(1))
  for (let turn = 0; turn < 200; turn += 1) {
    const next = limiter.enter(slow(1))
    await last
    last = next
  }
  const crowd = Array.from({ length: 20 }, () => limiter.enter(quick))
  expect(await Promise.all(crowd)).toEqual(Array.from({ length: 20 }, () => 'done'))
})

test('isCostly names the reads that pass the limiter: the site search and counts over a list, not the list itself', () => {
  const ofAction = (action: string) => ({ id: 'demand.x', content: { type: 'demand', action, fixed: {} } })
  expect([{ id: 'search.site' }, ofAction('facets')].map(isCostly)).toEqual([true, true])
  expect([{ id: 'zone.list' }, ofAction('list')].map(isCostly)).toEqual([false, false])
})
