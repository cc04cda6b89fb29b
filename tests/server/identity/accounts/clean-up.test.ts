// Tests the clean-up of expired captchas, codes, tickets, quotas and sign-in attempts.
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFileStore } from '#server/files/open-file-store.ts'
import { attempt } from '#server/identity/accounts/sign-in-attempts.ts'
import { storeCaptcha } from '#server/identity/captcha/captchas.ts'
import { cleanUp } from '#server/identity/clean-up.ts'
import { newSmsCode } from '#server/identity/sms/sms-codes.ts'
import { takeTicket } from '#server/identity/sso/used-tickets.ts'
import { takeQuota } from '#server/platform/limits/quota.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { DATABASE } from '../../support/test-app.ts'

const TABLES = ['captcha', 'smsCode', 'usedTicket', 'quota', 'signInAttempt'] as const
/** The sweep of files and the thinning of versions note that they were here. */
const OWN = ['file-sweep', 'version-thinning']
const DAY = 24 * 3_600_000
let opened: Awaited<ReturnType<typeof DATABASE.open>>

beforeAll(async () => {
  opened = await DATABASE.open()
})
afterAll(() => opened.drop())

test('cleanUp deletes expired captchas, codes, tickets, quotas and attempts, and leaves current ones', async () => {
  const { db } = opened.handle
  const now = new Date()
  const model = await smallModel()
  for (const [at, key] of [
    [new Date(now.getTime() - 2 * DAY), 'old'],
    [now, 'new'],
  ] as const) {
    await storeCaptcha(db, key, 'ABCD', at)
    await newSmsCode(db, key, 'login', at)
    await takeTicket(db, key, at)
    await takeQuota(db, key, { most: 1, span: DAY }, at)
    await attempt(db, key, at, async () => ({ kind: 'wrong' }))
  }
  await cleanUp({ db, clock: () => now, model: () => model }, await openFileStore({ dataDir: tmpdir() }))
  await db.deleteFrom('quota').where('key', 'in', OWN).execute()
  for (const table of TABLES) expect(await db.selectFrom(table).selectAll().execute(), table).toHaveLength(1)
  expect(await takeTicket(db, 'new', now)).toBe(false)
})
