// Tests notices by text message and e-mail: chosen channels, sent once, retried after a failure.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverTask } from '#server/notifications/deliver.ts'
import { findTemplate, writeNotices } from '#server/notifications/write-notices.ts'
import { model } from '../../../support/portal-model.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface Sent {
  readonly to: string
  readonly text: string
}

let app: TestApp
let token: string
let now = new Date('2026-11-02T01:00:00Z')
let isBroken = false
const sent: { sms: Sent[]; mail: Sent[] } = { sms: [], mail: [] }
const into = (list: Sent[]) => ({
  isDemo: true,
  send: async ({ to, text }: Sent) => {
    if (isBroken) throw new Error('the gateway is away')
    list.push({ to, text })
  },
})

/** A notice of the portal that goes out by both ways. */
const template = model.notices.find(({ channels }) => channels.includes('sms') && channels.includes('mail'))

beforeAll(async () => {
  app = await createTestApp({ clock: () => now })
  token = await app.signIn('reader')
  await app.services.db
    .updateTable('account')
    .set({ mobile: '13800000001' })
    .where('id', '=', 'reader')
    .execute()
}, 60_000)
afterAll(() => app.close())

let serial = 0
async function tell(): Promise<void> {
  serial += 1
  if (!template) throw new Error('no notice goes out by both ways')
  const spelled = { title: '标题', content: `内容${serial}`, params: {} }
  const letter = { template: findTemplate(model, template.id) ?? template, spelled, cause: `test:${serial}` }
  await app.services.db
    .transaction()
    .execute((transaction) => writeNotices(transaction, app.services, letter, ['reader']))
}
const deliver = () =>
  deliverTask({ sms: into(sent.sms), mail: into(sent.mail) }).run({ services: app.services })
const save = (settings: object) => app.post('/newapi/msgNotice/saveSettings', settings, { token })

test('an account without settings gets notices by text message, but no e-mail', async () => {
  const { data } = await app.get<{ sms: string[]; mail: string[]; email: null }>(
    '/newapi/msgNotice/settings',
    { token },
  )
  expect(data.sms).toContain(template?.kind)
  expect(data).toMatchObject({ mail: [], email: null })
  await tell()
  await deliver()
  await deliver()
  expect(sent).toEqual({ sms: [{ to: '13800000001', text: '内容1' }], mail: [] })
})

test('an account with settings gets each kind of notice by its chosen channels only', async () => {
  expect((await save({ sms: [], mail: [template?.kind], email: 'reader@example.com' })).status).toBe(200)
  await tell()
  await deliver()
  expect(sent.sms).toHaveLength(1)
  expect(sent.mail).toEqual([{ to: 'reader@example.com', text: '内容2' }])
  await save({ sms: ['7'], mail: ['7'], email: 'reader@example.com' })
  await tell()
  await deliver()
  expect(sent.mail).toHaveLength(1)
})

test('a failed delivery is retried after a minute and dropped after repeated failures', async () => {
  await save({ sms: [template?.kind], mail: [] })
  await tell()
  isBroken = true
  await deliver()
  isBroken = false
  await deliver()
  expect(sent.sms).toHaveLength(1)
  now = new Date(now.getTime() + 61_000)
  await deliver()
  expect(sent.sms).toHaveLength(2)
  await tell()
  isBroken = true
  for (let time = 0; time < 6; time += 1) {
    await deliver()
    now = new Date(now.getTime() + 3_600_000)
  }
  expect(await app.services.db.selectFrom('delivery').selectAll().execute()).toEqual([])
})

test('the notice settings refuse an invalid e-mail address with 400', async () => {
  token = await app.signIn('reader')
  expect((await save({ email: 'nobody' })).status).toBe(400)
})
