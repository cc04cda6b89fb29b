// Tests sessions across server processes: a session survives a restart, its token is never exposed.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { DEMO_PASSWORD } from '../../../browser/support/start-portal.ts'
import { copyFilledData, copyFilledPortal, type ServerCopy } from '../../../support/filled-data.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { type ServerProcess, startProcess } from '../../support/start-process.ts'

interface Answer {
  readonly status: number
  readonly text: string
}

describe.each(ONE_DATABASE)('SES-03 a server process on $name', ({ isAvailable, isEmbedded }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-process-'))
  let copy: ServerCopy | null = null
  let server: ServerProcess
  let token = ''

  const start = () =>
    startProcess({
      NODE_ENV: 'production',
      DEMO: '1',
      DEMO_PASSWORD,
      DATA_DIR: dataDir,
      ...(copy ? { DATABASE_URL: copy.url } : {}),
    })
  const ask = async (path: string, init: RequestInit = {}, headers: Record<string, string> = { token }) => {
    const answer = await fetch(`${server.url}${path}`, { redirect: 'manual', ...init, headers })
    const told = [...answer.headers].map(([name, value]) => `${name}: ${value}`)
    return { status: answer.status, text: [...told, await answer.text()].join('\n') } satisfies Answer
  }

  beforeAll(async () => {
    if (!isAvailable) return
    if (isEmbedded) await copyFilledData(dataDir)
    else copy = await copyFilledPortal(dataDir)
    server = await start()
    const { text } = await ask(
      '/newapi/api/login',
      { method: 'POST', body: JSON.stringify({ userName: 'demo-unit', password: DEMO_PASSWORD }) },
      { 'content-type': 'application/json' },
    )
    token = /"token":"([\w-]{43})"/.exec(text)?.[1] ?? ''
  }, 120_000)
  afterAll(async () => {
    await server?.stop('SIGTERM')
    await copy?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test.skipIf(!isAvailable)(
    'keeps a session over a kill and a restart',
    async () => {
      expect(token).not.toBe('')
      expect((await ask('/newapi/api/token')).status).toBe(200)
      await server.stop('SIGKILL')
      server = await start()
      const { status, text } = await ask('/newapi/api/token')
      expect(status).toBe(200)
      expect(text).toContain('demo-unit')
    },
    120_000,
  )

  test.skipIf(!isAvailable)(
    'exposes the session token in no answer, error, log or file',
    async () => {
      const json = { 'content-type': 'application/json', token }
      const post = (path: string, body: string, headers = json) =>
        ask(path, { method: 'POST', body }, headers)
      const answers = [
        await ask('/newapi/api/token'),
        await ask('/newapi/api/session/list'),
        await ask('/newapi/api/account/export'),
        await ask('/newapi/api/userInfo'),
        await ask('/newapi/operator/user/list'),
        await ask('/newapi/no/such/address'),
        await ask('/newapi/api/logout'),
        await ask('/newapi/news/info/%E0%A4%A'),
        await ask('/newapi/api/ssoEntry'),
        await ask('/metrics'),
        await ask('/openapi.json'),
        await ask('/config/manifest.json'),
        await ask('/'),
        await post('/newapi/demand/add', '{'),
        await post('/newapi/demand/add', '{}'),
        await post('/newapi/demand/add', JSON.stringify({ title: 'x'.repeat(2_000_000) })),
        await post('/newapi/api/updatePassword', '{"oldPassword":"wrong"}'),
        await post('/newapi/api/ssoLogin', '{"ticket":"ST-nothing"}'),
        await post('/newapi/api/logout', '<a/>', { 'content-type': 'text/xml', token }),
      ]
      expect(new Set(answers.map(({ status }) => status)).size).toBeGreaterThan(4)
      for (const { text } of answers) expect(text).not.toContain(token)
      if (copy) {
        const handle = await openDatabase({ dataDir: 'unused', url: copy.url })
        const { db } = handle
        const rows = [
          await db.selectFrom('session').selectAll().execute(),
          await db.selectFrom('audit').selectAll().execute(),
          await db.selectFrom('setting').selectAll().execute(),
        ]
        await handle.close()
        expect(JSON.stringify(rows)).not.toContain(token)
      }
      await server.stop('SIGTERM')
      expect(server.printed()).not.toContain(token)
      for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
        if (file.isFile())
          expect(readFileSync(join(file.parentPath, file.name)).includes(token), file.name).toBe(false)
    },
    120_000,
  )
})
