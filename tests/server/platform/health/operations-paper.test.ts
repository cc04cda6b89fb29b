// Tests that metrics, queries, settings and files that scripts/deploy/README.md names exist.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../../support/source-files.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PAPER = readFileSync(join(ROOT, 'scripts/deploy/README.md'), 'utf8')
const SETTINGS = readFileSync(join(ROOT, 'scripts/README.md'), 'utf8')
const COMMANDS = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }).scripts
const findAll = (pattern: RegExp): string[] => [
  ...new Set([...PAPER.matchAll(pattern)].map(([all, name]) => name ?? all)),
]

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ samples: true })
})
afterAll(() => app.close())

describe('operations paper', () => {
  test('names metrics and labels that /metrics prints', async () => {
    await app.get('/newapi/menu/tree')
    const { text, status } = await app.get('/metrics')
    expect(status).toBe(200)
    const printed = new Set([...text.matchAll(/^(?:# TYPE )?(\w+)[{ ]/gm)].map(([, name]) => name))
    const named = findAll(/\b(?:equipnet|process|nodejs)_\w+/g)
    expect(named.length).toBeGreaterThan(6)
    expect(named.filter((name) => !printed.has(name))).toEqual([])
    for (const label of findAll(/\{(\w+)!?=/g)) expect(text).toContain(`${label}="`)
  })

  test('has queries that the database answers', async () => {
    const queries = findAll(/```sql\n([^`]+)```/g)
    expect(queries.length).toBeGreaterThan(3)
    for (const query of queries) await sql.raw(query).execute(app.services.db)
  })

  test('names settings, commands and files that exist', () => {
    const settings = findAll(/`([A-Z]+_[A-Z_]+)`/g)
    expect(settings.length).toBeGreaterThan(5)
    expect(settings.filter((name) => !SETTINGS.includes(name.replace(/_FILE$/, '')))).toEqual([])
    const commands = findAll(/npm run ([\w:]+)/g)
    expect(commands.length).toBeGreaterThan(3)
    expect(commands.filter((name) => !Object.hasOwn(COMMANDS, name))).toEqual([])
    const files = findAll(/^\| `([^|]+)` \|/gm).filter((cell) => !cell.startsWith('npm '))
    const names = files.flatMap((cell) => cell.split('`, `')).filter((name) => /\.\w+$|file$/.test(name))
    expect(names.length).toBeGreaterThan(6)
    expect(names.filter((name) => !existsSync(join(ROOT, 'scripts/deploy', name)))).toEqual([])
  })
})
