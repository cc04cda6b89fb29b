// Tests the check of migrations: shape of an entry, confirmation code, former addresses of pages.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { POLICY, POLICY_FILE, smallFiles } from '../server/support/small-configuration.ts'

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
  test('is compiled with a confirmation code and is confirmed by that code', async () => {
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
    [{ archive: 'field', in: 'note', name: 'old', value: 1 }, '不使用 value'],
    [{ map: 'field', in: 'note', name: 'budget' }, '须写明 values、as 或 else'],
    [{ ...RENAME, to: 'old' }, 'from 与 to 相同'],
  ])('is refused with migration_step for the entry %j', async (step, said) => {
    const { problems } = await checkWith([RENAME, step])
    expect(problems).toMatchObject([{ slug: 'migration_step', severity: 'error' }])
    expect(problems[0]?.message).toContain(said)
    expect(problems[0]?.line).toBeGreaterThan(5)
  })

  test('is refused with migration_confirmed when the code does not match the entries', async () => {
    const { problems } = await checkWith([RENAME], { confirmed: '0123456789ab' })
    expect(problems).toMatchObject([{ slug: 'migration_confirmed', found: '0123456789ab', line: 12 }])
    expect(problems[0]?.message).toContain('请重新试算（npm run migrate）')
  })

  test('is refused when an entry has an unknown verb', async () => {
    const { problems } = await checkWith([{ remove: 'field', in: 'note', name: 'old' }])
    expect(problems[0]?.message).toContain('remove')
  })
})

describe('former addresses of renamed pages', () => {
  const path = (from: string, to: string) => ({ rename: 'path', from, to })

  test.each([
    ['to no page', [path('/notes', '/nothing')], 'former_nowhere', '“/notes”转到“/nothing”，该处没有页面'],
    [
      'on to no page',
      [path('/notes', '/papers'), path('/papers', '/nothing')],
      'former_nowhere',
      '“/nothing”',
    ],
    [
      'in a ring that ends at no page',
      [path('/notes', '/papers'), path('/papers', '/notes')],
      'former_nowhere',
      '“/papers”转到“/notes”',
    ],
    [
      'to no page by its id',
      [{ rename: 'page', from: 'note/old', to: 'note/new' }],
      'former_nowhere',
      '“note/new”',
    ],
  ])('are refused when they lead %s', async (_name, steps, slug, said) => {
    const { problems } = await checkWith(steps)
    expect(problems.map((problem) => problem.slug)).toContain(slug)
    expect(problems.map(({ message }) => message).join('\n')).toContain(said)
  })

  test.each([
    ['/old/:a?/:b?', '/TrialZone/:a?/:b?', []],
    ['/old/:a?/:b?', '/priv/:a?/:b?', ['former_nowhere']],
  ])('are checked when they end in optional parameters: %s leads to %s', async (from, to, slugs) => {
    expect((await checkWith([path(from, to)])).problems.map(({ slug }) => slug)).toEqual(slugs)
  })

  test('are accepted when a path is renamed and renamed back', async () => {
    const { problems, migrations } = await checkWith([
      path('/TrialZone', '/papers'),
      path('/papers', '/TrialZone'),
    ])
    expect(problems).toEqual([])
    expect(migrations).toHaveLength(1)
  })

  test('are reported with former_taken when another page now has the former address', async () => {
    const files = await smallFiles()
    files.set(POLICY_FILE, JSON.stringify(POLICY))
    const steps = [path('/TrialZone', '/privacy')]
    const written = { $schema: '../config/migration.schema.json', title: '试一次', steps }
    const result = checkConfiguration(files.set(FILE, JSON.stringify(written, null, 2)))
    const warned = result.ok ? result.warnings.filter(({ file }) => file === FILE) : []
    expect(warned).toMatchObject([{ slug: 'former_taken', found: '/TrialZone' }])
  })

  test('are not checked for a renamed page that the migration lists under `keep`', async () => {
    const steps = [
      { rename: 'page', from: 'note/old', to: 'note/new' },
      { keep: 'page', name: 'note/new' },
    ]
    expect((await checkWith(steps)).problems).toEqual([])
  })

  test('are refused with former_parameter when only the new address has a parameter', async () => {
    const files = await smallFiles()
    files.set(POLICY_FILE, JSON.stringify({ ...POLICY, path: '/about/:topic' }))
    const steps = [path('/old/:topic', '/about/:topic'), path('/older', '/about/:topic')]
    const written = { $schema: '../config/migration.schema.json', title: '试一次', steps }
    files.set(FILE, JSON.stringify(written, null, 2))
    const result = checkConfiguration(files)
    const found = result.ok ? [] : result.problems.filter(({ slug }) => slug === 'former_parameter')
    expect(found).toMatchObject([{ file: FILE, found: '/about/:topic', expected: '/older' }])
  })
})
