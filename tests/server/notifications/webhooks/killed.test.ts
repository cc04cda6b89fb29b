// Tests webhooks of a server that is killed while it delivers: a receiver gets every event once, in order.

import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { callPortal, signInBehind } from '../../../browser/support/operator.ts'
import { DEMO_PASSWORD, type RunningPortal, startPortal } from '../../../browser/support/start-portal.ts'
import { copyFilledData, copyFilledPortal, type ServerCopy } from '../../../support/filled-data.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { DEMAND } from '../../support/demand.ts'
import { type Received, type Receiver, startReceiver, verify } from './receiver.ts'

const titleOf = ({ body }: Received) => body.data.item?.fields?.title as string | undefined
const TITLES = ['甲推送需求', '乙推送需求', '丙推送需求', '丁推送需求']

describe.each(ONE_DATABASE)('webhooks on $name when the server is killed', ({ isEmbedded }) => {
  let folder: string
  let copy: ServerCopy | null = null
  let portal: RunningPortal
  let receiver: Receiver

  const start = async () => {
    const env = { DEMO_PASSWORD, ...(copy ? { DATABASE_URL: copy.url } : {}) }
    portal = await startPortal({ dataDir: join(folder, 'data'), env })
  }
  /** The next process waits a minute for the one that was killed: here it has passed. */
  const passMinute = async () => {
    const at = { dataDir: join(folder, 'data'), ...(copy ? { url: copy.url } : {}) }
    const handle = await openDatabase(at)
    await sql`update timer set claimed_until = now() where task = 'webhooks.deliver'`.execute(handle.db)
    await handle.close()
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'equipnet-webhooks-'))
    receiver = await startReceiver()
    if (isEmbedded) await copyFilledData(join(folder, 'data'))
    else copy = await copyFilledPortal(join(folder, 'data'))
    await start()
  }, 300_000)
  afterAll(async () => {
    await portal?.stop()
    await receiver?.close()
    await copy?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('every event arrives, in order and always under its id', async () => {
    const operator = await signInBehind(portal.url, 'demo-operator')
    const unit = await signInBehind(portal.url, 'demo-unit')
    const target = { name: '示例指挥平台', url: receiver.url, events: ['approved'] }
    const { id: targetId, secret } = await callPortal<{ id: string; secret: string }>(
      portal.url,
      '/operator/webhook/create',
      operator,
      target,
    )
    // All are there before the first is sent.
    await callPortal(portal.url, '/operator/webhook/pause', operator, { id: targetId })
    for (const title of TITLES) {
      const { id } = await callPortal<{ id: string }>(portal.url, '/demand/add', unit, { ...DEMAND, title })
      await callPortal(portal.url, `/demand/online?id=${id}`, operator)
    }
    const idsOf = (title?: string) =>
      receiver.received.flatMap((message) => (titleOf(message) === title ? [message.id] : []))
    const kills: Record<string, (kill: () => void, response: ServerResponse) => void> = {
      [TITLES[0] as string]: (kill) => kill(),
      [TITLES[1] as string]: (kill, response) => void response.writeHead(204).end(kill),
      [TITLES[2] as string]: (kill, response) => void response.writeHead(500).end(kill),
    }
    let killed: Promise<unknown> | undefined
    receiver.answer = (response, message) => {
      const title = titleOf(message) ?? ''
      const kill = kills[title]
      delete kills[title]
      if (!kill) response.writeHead(204).end()
      else
        kill(() => {
          killed = portal.stop('SIGKILL')
        }, response)
    }
    await callPortal(portal.url, '/operator/webhook/resume', operator, { id: targetId })
    for (const title of TITLES.slice(0, 3)) {
      await vi.waitFor(() => expect(killed, title).toBeDefined(), { timeout: 60_000, interval: 50 })
      await killed
      killed = undefined
      await passMinute()
      await start()
    }
    await vi.waitFor(() => expect(idsOf(TITLES[3])).toHaveLength(1), { timeout: 60_000, interval: 200 })
    // What a receiver takes that knows the ids it has had.
    const taken = new Map(receiver.received.map((message) => [message.id, titleOf(message)]))
    expect([...taken.values()]).toEqual(TITLES)
    expect(idsOf(TITLES[0]).length).toBeGreaterThan(1)
    for (const message of receiver.received) verify(message, secret)
  }, 300_000)
})
