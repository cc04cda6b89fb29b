// Owns the checks of migrations: a step does one thing and says all that it needs; what was confirmed is what stands there.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '../../src/config/load.ts'
import { smallFiles } from '../server/support/small-configuration.ts'

const FILE = 'schemas/migrations/2026-11.json'

async function checkWith(steps: unknown, more: object = {}) {
  const written = { $schema: '../config/migration.schema.json', title: '试一次', steps, ...more }
  const result = checkConfiguration((await smallFiles()).set(FILE, JSON.stringify(written, null, 2)))
  return result.ok
    ? { problems: [], migrations: result.model.migrations }
    : { problems: result.problems.filter(({ file }) => file === FILE), migrations: [] }
}

const RENAME = { rename: 'field', in: 'note', from: 'old', to: 'budget' }

describe('a migration', () => {
  test('is compiled with the code that confirms it', async () => {
    const { migrations } = await checkWith([RENAME])
    expect(migrations).toMatchObject([{ name: '2026-11', title: '试一次', isConfirmed: false }])
    const code = migrations[0]?.code
    const confirmed = await checkWith([RENAME], { confirmed: code })
    expect(confirmed.migrations).toMatchObject([{ code, isConfirmed: true }])
  })

  test.each([
    [{}, '须写且只写 rename、map、default、archive、keep 之一'],
    [{ ...RENAME, archive: 'field' }, '现有 rename、archive'],
    [{ rename: 'field', from: 'old', to: 'budget' }, '还须写明 in'],
    [{ rename: 'type', from: 'old' }, '还须写明 to'],
    [{ default: 'field', in: 'note', name: 'budget' }, '还须写明 value'],
    [{ archive: 'field', in: 'note', name: 'old', value: 1 }, '用不到 value'],
    [{ map: 'field', in: 'note', name: 'budget' }, '须写明 values、as 或 else'],
    [{ ...RENAME, to: 'old' }, 'from 与 to 相同'],
  ])('migration_step: %j is refused', async (step, said) => {
    const { problems } = await checkWith([RENAME, step])
    expect(problems).toMatchObject([{ slug: 'migration_step', severity: 'error' }])
    expect(problems[0]?.message).toContain(said)
    expect(problems[0]?.line).toBeGreaterThan(5)
  })

  test('that was rewritten after it was confirmed is refused', async () => {
    const { problems } = await checkWith([RENAME], { confirmed: '0123456789ab' })
    expect(problems).toMatchObject([{ slug: 'migration_confirmed', found: '0123456789ab', line: 12 }])
    expect(problems[0]?.message).toContain('请重新试算（npm run migrate）')
  })

  test('a verb that is none is found by its shape', async () => {
    const { problems } = await checkWith([{ remove: 'field', in: 'note', name: 'old' }])
    expect(problems[0]?.message).toContain('remove')
  })
})
