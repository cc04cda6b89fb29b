// Tests CrowdGate: a few costly reads run at once, some wait in order, the others are refused at once.
import { expect, test } from 'vitest'
import { CrowdGate, isCostly } from '#server/platform/limits/crowd-gate.ts'

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

test('CrowdGate runs two calls, queues two in order, refuses a fifth, and accepts calls again later', async () => {
  const gate = new CrowdGate(2, 2)
  const { begun, ends, work } = held()
  const running = [1, 2, 3, 4].map((name) => gate.enter(work(name)))
  await expect(gate.enter(work(5))).rejects.toMatchObject({ error: 'UNAVAILABLE' })
  expect(begun).toEqual([1, 2])
  ends[0]?.()
  await running[0]
  expect(begun).toEqual([1, 2, 3])
  ends[1]?.()
  await running[1]
  expect(begun).toEqual([1, 2, 3, 4])
  for (const end of ends) end()
  expect(await Promise.all(running)).toEqual([1, 2, 3, 4])
  await expect(gate.enter(async () => 'room')).resolves.toBe('room')
})

test('CrowdGate frees the capacity of a call that fails', async () => {
  const gate = new CrowdGate(1, 0)
  await expect(gate.enter(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(gate.enter(async () => 'room')).resolves.toBe('room')
})

test('CrowdGate lets a caller with many calls delay another caller by one call only', async () => {
  const gate = new CrowdGate(1, 8)
  const { begun, ends, work } = held()
  const crowd = [1, 2, 3, 4, 5].map((name) => gate.enter(work(name), 'crowd'))
  const single = gate.enter(work(9), 'single')
  ends[0]?.()
  await crowd[0]
  ends[1]?.()
  await crowd[1]
  expect(begun).toEqual([1, 2, 9])
  for (let at = 2; at < 6; at += 1) {
    await expect.poll(() => ends.length).toBe(at + 1)
    ends[at]?.()
  }
  await Promise.all([...crowd, single])
})

test('CrowdGate with a full queue refuses a call of the caller who fills it, not of a new caller', async () => {
  const gate = new CrowdGate(1, 3)
  const { ends, work } = held()
  const crowd = [1, 2, 3, 4].map((name) => gate.enter(work(name), 'crowd'))
  const refused = expect(crowd[3]).rejects.toMatchObject({ error: 'UNAVAILABLE' })
  const single = gate.enter(work(9), 'single')
  await refused
  await expect(gate.enter(work(5), 'crowd')).rejects.toMatchObject({ error: 'UNAVAILABLE' })
  for (let at = 0; at < 4; at += 1) {
    await expect.poll(() => ends.length).toBe(at + 1)
    ends[at]?.()
  }
  expect(await Promise.all([...crowd.slice(0, 3), single])).toEqual([1, 2, 3, 9])
})

test('isCostly names the reads that pass the gate: the site search and counts over a list, not the list itself', () => {
  const ofAction = (action: string) => ({ id: 'demand.x', content: { type: 'demand', action, fixed: {} } })
  expect([{ id: 'search.site' }, ofAction('facets')].map(isCostly)).toEqual([true, true])
  expect([{ id: 'zone.list' }, ofAction('list')].map(isCostly)).toEqual([false, false])
})
