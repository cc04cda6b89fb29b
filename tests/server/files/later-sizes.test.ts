// Tests the background queue of picture sizes: one at a time, no duplicates, a limit, failures.
import { expect, test } from 'vitest'
import { LaterSizes } from '#server/files/picture-sizes.ts'

test('LaterSizes runs one job at a time, skips waiting duplicates and continues after a failure', async () => {
  const later = new LaterSizes()
  const made: string[] = []
  let running = 0
  let most = 0
  const make = (name: string) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running--
    made.push(name)
    if (name === 'b') throw new Error('broken')
  }
  for (const name of ['a', 'b', 'b', 'c', 'a']) later.ask(name, make(name))
  await expect.poll(() => made).toEqual(['a', 'b', 'c'])
  later.ask('a', make('a'))
  await expect.poll(() => made).toEqual(['a', 'b', 'c', 'a'])
  expect(most).toBe(1)
})

test('LaterSizes drops jobs beyond its queue of 100', async () => {
  const later = new LaterSizes()
  let made = 0
  for (let index = 0; index < 500; index++) later.ask(String(index), async () => void made++)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(made).toBe(100)
})
