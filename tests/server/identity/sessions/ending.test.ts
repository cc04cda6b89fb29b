// Tests every call that ends sessions: requests are refused and sockets closed within a second.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { newSmsCode } from '#server/identity/sms/sms-codes.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { type DatabaseCase, ONE_DATABASE } from '../../platform/database/each-database.ts'
import { openSocket, type TestSocket } from '../../support/open-socket.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PASSWORD = 'Zhongxin-7788x'
const SECOND = 1_000
const NEW = { password: 'Zhihui-5566y', passwordAgain: 'Zhihui-5566y' }

interface User {
  readonly id: string
  readonly mobile: string
  readonly token: string
}

describe.each(ONE_DATABASE)('a session on $name', (database) => {
  const { isAvailable, isEmbedded } = database
  /** Two processes of one portal, where the database allows it; PGlite belongs to one. */
  let here: TestApp
  let there: TestApp
  let boss: string
  let passwordHash: string
  let count = 0

  beforeAll(async () => {
    if (!isAvailable) return
    passwordHash = await hashPassword(PASSWORD)
    const model = await smallModel()
    const opened = await database.open()
    here = await createTestApp({ model, database: { ...database, open: async () => opened } })
    there = isEmbedded ? here : await createTestApp({ model, database: again(database, opened.url) })
    boss = await here.signIn('boss', 'operator')
  })
  afterAll(async () => {
    if (there && there !== here) await there.close()
    await here?.close()
  })

  function again(like: DatabaseCase, url = ''): DatabaseCase {
    const open = async () => {
      const handle = await openDatabase({ dataDir: 'unused', url, poolSize: 4 })
      return { handle, url, drop: () => handle.close() }
    }
    return { ...like, open }
  }

  async function newUser(): Promise<User> {
    count += 1
    const user = { id: `user-${count}`, mobile: `1390000${String(count).padStart(4, '0')}` }
    const token = await here.signIn(user.id)
    await here.services.db
      .updateTable('account')
      .set({ passwordHash, mobile: user.mobile })
      .where('id', '=', user.id)
      .execute()
    return { ...user, token }
  }

  async function bound(app: TestApp, token: string): Promise<TestSocket> {
    const socket = await openSocket(app)
    socket.send({ type: 'session', token })
    await vi.waitFor(() => expect(socket.heard).toContainEqual({ type: 'session', state: 'open' }))
    return socket
  }

  const whoAmI = (app: TestApp, token: string) => app.get('/newapi/api/token', { token })
  const act = (what: string, body: object) =>
    here.post(`/newapi/operator/user/${what}`, body, { token: boss })

  const WAYS: readonly (readonly [string, (user: User) => Promise<{ readonly code: number }>])[] = [
    ['signing out', ({ token }) => here.post('/newapi/api/logout', {}, { token })],
    ['signing out everywhere', ({ token }) => here.post('/newapi/api/session/endAll', {}, { token })],
    [
      'a new password',
      ({ token }) => here.post('/newapi/api/updatePassword', { oldPassword: PASSWORD, ...NEW }, { token }),
    ],
    [
      'a password reset by SMS',
      async ({ mobile }) => {
        const smsCode = await newSmsCode(here.services.db, mobile, 'reset', here.services.clock())
        return here.post('/newapi/api/updatePassword2', { mobile, smsCode, ...NEW })
      },
    ],
    [
      'the end of the account',
      ({ token }) => here.post('/newapi/api/account/remove', { password: PASSWORD }, { token }),
    ],
    ['blocking', ({ id }) => act('block', { id, reason: '发布虚假信息' })],
    ['a password reset by an operator', ({ id }) => act('resetPassword', { id })],
    ['an operator', ({ id }) => act('endSessions', { id })],
  ]

  test.skipIf(!isAvailable).each(WAYS)(
    'ends by %s within a second and closes its sockets',
    async (_, end) => {
      const user = await newUser()
      const other = await newUser()
      const apps = here === there ? [here] : [here, there]
      for (const app of apps) expect((await whoAmI(app, user.token)).status).toBe(200)
      const sockets = await Promise.all(apps.map((app) => bound(app, user.token)))
      const others = await Promise.all(apps.map((app) => bound(app, other.token)))
      expect((await end(user)).code).toBe(0)
      const began = performance.now()
      const codes = await Promise.race([Promise.all(sockets.map(({ closed }) => closed)), sleep(SECOND)])
      expect(codes).toEqual(apps.map(() => 4401))
      for (const { heard } of sockets) expect(heard).toContainEqual({ type: 'session', state: 'ended' })
      await vi.waitFor(
        async () => {
          for (const app of apps) expect((await whoAmI(app, user.token)).status).toBe(401)
        },
        { timeout: SECOND - (performance.now() - began), interval: 20 },
      )
      for (const app of apps) expect((await whoAmI(app, other.token)).status).toBe(200)
      await sleep(50)
      for (const socket of others) {
        expect(socket.heard).not.toContainEqual({ type: 'session', state: 'ended' })
        socket.close()
      }
    },
  )

  test.skipIf(!isAvailable)(
    'ends for one device and stays open on the other device of the account',
    async () => {
      const { id, token } = await newUser()
      const second = await here.signIn(id)
      const [first, other] = [await bound(there, token), await bound(there, second)]
      const { data } = await here.get<{ id: string; current: boolean }[]>('/newapi/api/session/list', {
        token,
      })
      const device = data.find(({ current }) => !current)
      expect((await here.post('/newapi/api/session/end', { id: device?.id }, { token })).code).toBe(0)
      expect(await Promise.race([other.closed, sleep(SECOND)])).toBe(4401)
      expect((await whoAmI(here, token)).status).toBe(200)
      expect(first.heard).not.toContainEqual({ type: 'session', state: 'ended' })
      first.close()
    },
  )

  test.skipIf(!isAvailable)(
    'is required for a socket: an ended or invalid token closes the socket with 4401',
    async () => {
      const { token } = await newUser()
      await here.post('/newapi/api/logout', {}, { token })
      for (const wrong of [token, '', 'x'.repeat(43)]) {
        const socket = await openSocket(here)
        socket.send({ type: 'session', token: wrong })
        expect(await Promise.race([socket.closed, sleep(SECOND)])).toBe(4401)
      }
    },
  )

  test.skipIf(!isAvailable)('is not bound to a socket by malformed messages', async () => {
    const socket = await openSocket(here)
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '7',
      '{"type":"session"}',
      '{"type":"session","token":7}',
      'x'.repeat(900),
    ])
      socket.send(text)
    await sleep(100)
    expect(socket.heard.map(({ type }) => type)).not.toContain('session')
    socket.close()
  })
})
