// Tests the audit desk: search by parts of names, titles and fields, links to objects, and files that can be verified.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyExport } from '#server/platform/audit/verify-export.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { DATABASES } from '../../platform/database/each-database.ts'
import { DEMAND } from '../../support/demand.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface Entry {
  readonly actor: string | null
  readonly action: string
  readonly target: string | null
  readonly detail: string | null
  readonly item: string | null
}

describe.each(DATABASES.filter(({ isAvailable }) => isAvailable))('audit desk on $name', (database) => {
  let app: TestApp
  let auditor: string
  let operator: string
  let id: string
  beforeAll(async () => {
    app = await createTestApp({ database })
    auditor = await app.signIn('checker', 'auditor')
    operator = await app.signIn('bosswang', 'operator')
    const owner = await app.signIn('sender', 'supplier')
    const added = await app.post<{ id: string }>('/newapi/demand/add', DEMAND, { token: owner })
    id = added.data.id
    await app.get(`/newapi/demand/online?id=${id}`, { token: operator })
    const changed = await app.post(
      '/newapi/demand/update',
      { ...DEMAND, id, quantity: 5, revision: 1 },
      { token: operator },
    )
    expect(changed.status, changed.text).toBe(200)
  }, 120_000)
  afterAll(() => app.close())

  const find = async (query: Readonly<Record<string, string>>) => {
    const { status, data, text } = await app.get<Paged<Entry>>(
      `/newapi/operator/audit/list?${new URLSearchParams({ limit: '50', ...query })}`,
      { token: auditor },
    )
    expect(status, text).toBe(200)
    return data.list
  }

  test('a part of a name finds the entries of that account, with a wildcard taken as a letter', async () => {
    expect((await find({ actor: '户 bossw' })).every(({ actor }) => actor?.includes('bosswang'))).toBe(true)
    expect(await find({ actor: '户 bossw' })).not.toEqual([])
    expect(await find({ actor: 'boss%' })).toEqual([])
  })

  test('a part of a title and the id find the entries of the item, each with the page of the item', async () => {
    const byTitle = await find({ target: '大流量排水抢险车' })
    expect(byTitle.length).toBeGreaterThan(2)
    expect(byTitle).toEqual(await find({ target: id }))
    for (const entry of byTitle) expect(entry.item).toBe(`/console/demand/item?id=${id}`)
  })

  test('a field finds the entries that changed it, with its old and its new value', async () => {
    const [entry, ...others] = await find({ target: id, field: '数量' })
    expect(others).toEqual([])
    expect(entry?.detail).toContain('由“2”改为“5”')
    expect(await find({ target: id, field: '截止' })).toEqual([])
  })

  test('an exported file is whole by itself, and each change in it is found', async () => {
    const { data } = await app.get<Record<string, unknown> & { list: readonly Record<string, unknown>[] }>(
      '/newapi/operator/audit/file',
      { token: auditor },
    )
    const { list, ...rest } = data
    const lines = [rest, ...list].map((line) => JSON.stringify(line))
    expect(verifyExport(lines.join('\n'))).toMatchObject({ ok: true, entries: list.length })
    const whole = JSON.stringify(data)
    expect(verifyExport(whole)).toMatchObject({ ok: true, entries: list.length })
    expect(verifyExport(whole.replace('demand.online', 'demand.offline')).ok).toBe(false)
    expect(list.at(-1)).toMatchObject({ action: 'audit.exported' })
    const change = (index: number, from: string, to: string) =>
      lines.map((line, at) => (at === index ? line.replace(from, to) : line)).join('\n')
    const online = lines.findIndex((line) => line.includes('demand.online'))
    for (const broken of [
      change(online, 'demand.online', 'demand.offline'),
      change(online, '"result":"ok"', '"result":"failed"'),
      lines.filter((_, index) => index !== online).join('\n'),
      change(0, '"position":', '"position":0'),
      'nothing',
    ])
      expect(verifyExport(broken).ok).toBe(false)
  })

  test('npm run audit:verify with a file says whether it is whole, without a database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'equipnet-audit-file-'))
    const { data } = await app.get<{ list: readonly object[] }>('/newapi/operator/audit/file?result=ok', {
      token: auditor,
    })
    const { list, ...rest } = data
    const file = join(folder, 'log.jsonl')
    writeFileSync(file, [rest, ...list].map((line) => JSON.stringify(line)).join('\n'))
    const run = () =>
      execFileSync('npx', ['tsx', 'scripts/audit-verify.ts', file], { encoding: 'utf8', stdio: 'pipe' })
    expect(run()).toContain('文件完整')
    writeFileSync(file, [rest, ...list.slice(1)].map((line) => JSON.stringify(line)).join('\n'))
    expect(run).toThrow('实有')
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)
})
