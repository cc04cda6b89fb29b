// Tests the migration guard: additions pass, changes that lose, orphan or hide records are refused.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { someOf } from '../../../support/long-run.ts'
import { DATABASES, ONE_DATABASE } from '../../platform/database/each-database.ts'
import { oneOfEach } from '../../support/one-of-each.ts'
import { PASSES, REFUSED } from './changes.ts'
import { COUNTS, type GateApp, openGateApp } from './gate-app.ts'

describe.each(DATABASES.filter(({ isAvailable }) => isAvailable))('migration guard on $name', (database) => {
  // How a database finds what does not fit differs by the kind of refusal.
  const isWhole = ONE_DATABASE.includes(database)
  const refused = isWhole ? REFUSED : oneOfEach(REFUSED, ([, , slug]) => slug)
  const passes = isWhole ? PASSES : someOf(PASSES, 2)
  let portal: GateApp
  let before: string
  beforeAll(async () => {
    portal = await openGateApp(database)
    before = await portal.hash()
  })
  afterEach(async () => {
    await portal.restore()
    expect(tell()).toBe('')
  })
  afterAll(() => portal.close())
  const tell = () => portal.app.source.problems.map(({ slug, message }) => `${slug}: ${message}`).join('\n')

  test.each(refused)(
    'refuses the change and leaves records and served model untouched: %s',
    async (_name, changes, slug, file, said) => {
      const { model } = portal.app.source
      await portal.publish(changes)
      const found = portal.app.source.problems.find((problem) => problem.slug === slug)
      expect(found, tell()).toMatchObject({ file, severity: 'error' })
      expect(found?.message).toMatch(said)
      expect(portal.app.source.model).toBe(model)
      expect(await portal.hash()).toBe(before)
      const list = await portal.app.get<{ totalCount: number }>('/newapi/device/list')
      expect(list.data.totalCount).toBe(COUNTS.items - COUNTS.parked)
    },
  )

  test.each(passes)('accepts the change at once: %s', async (_name, changes) => {
    const { hash } = portal.app.source.model
    await portal.publish(changes)
    expect(tell()).toBe('')
    expect(portal.app.source.model.hash).not.toBe(hash)
    expect(await portal.hash()).toBe(before)
  })
})
