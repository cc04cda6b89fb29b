// Tests imports on a server that is killed: nothing is half imported, and the import continues after restart.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import type { ImportOverviewAnswer, ImportView } from '#shared/calls/import-answers.ts'
import { callPortal, signInBehind } from '../../../browser/support/operator.ts'
import { DEMO_PASSWORD, type RunningPortal, startPortal } from '../../../browser/support/start-portal.ts'
import { copyFilledData, copyFilledPortal, type ServerCopy } from '../../../support/filled-data.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'

/** More than two steps judge. */
const ROWS = IS_LONG ? 1_200 : 510
const INTRO = '用于城市内涝与下穿隧道排水的垂直式抢险车，展开快、扬程高。'
/** Milliseconds between asking for all rows and the end of the server. */
const MOMENTS = IS_LONG ? [5, 60, 200] : [60]

const table = (mark: string) =>
  [
    '装备名称,型号,应用场景,装备简介,额定流量（m³/h）',
    ...Array.from({ length: ROWS }, (_, at) => `抢险车,${mark}-${at},防汛抗旱,${INTRO},3000`),
  ].join('\r\n')

describe.each(ONE_DATABASE)('import on $name when the server is killed', ({ isEmbedded }) => {
  let folder: string
  let copy: ServerCopy | null = null
  let portal: RunningPortal
  let token: string

  const start = async () => {
    const env = { DEMO_PASSWORD, ...(copy ? { DATABASE_URL: copy.url } : {}) }
    portal = await startPortal({ dataDir: join(folder, 'data'), env })
    token = await signInBehind(portal.url, 'demo-supplier')
  }
  const restart = async () => {
    await portal.stop('SIGKILL')
    await start()
  }
  const call = <T>(path: string, body?: object) =>
    callPortal<T>(portal.url, `/api/import${path}`, token, body)
  const job = async () => (await call<ImportOverviewAnswer>('/state?type=equipment')).job
  const count = async (mark: string) =>
    (
      await callPortal<Paged<unknown>>(
        portal.url,
        `/api/publication/list?dataType=equipment&limit=1&keyWord=${mark}`,
        token,
      )
    ).totalCount

  async function send(mark: string): Promise<ImportView> {
    const form = new FormData()
    form.append('file', new File([table(mark)], 'a.csv'))
    const url = `${portal.url}/newapi/api/import/upload?type=equipment&category=E001`
    const answer = await fetch(url, { method: 'POST', headers: { token }, body: form })
    return ((await answer.json()) as { readonly data: ImportView }).data
  }

  async function judge(id: string): Promise<ImportView> {
    for (;;) {
      const view = await call<ImportView>('/step', { id })
      if (view.state !== 'judging') return view
    }
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'equipnet-killed-'))
    if (isEmbedded) await copyFilledData(join(folder, 'data'))
    else copy = await copyFilledPortal(join(folder, 'data'))
    await start()
  }, 300_000)
  afterAll(async () => {
    await portal?.stop()
    await copy?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('keeps the validated rows between two batches and validates the others after the restart', async () => {
    const { id } = await send('KA')
    const { judged } = await call<ImportView>('/step', { id })
    const before = await count('')
    await restart()
    expect(await job()).toMatchObject({ id, state: 'judging', judged })
    expect(await judge(id)).toMatchObject({ right: ROWS, renewed: false })
    expect(await count('')).toBe(before)
    await call('/cancel', { id })
  }, 300_000)

  test('stores all rows or none when killed in a batch or while storing, and can be confirmed afterwards', async () => {
    for (const [at, moment] of MOMENTS.entries()) {
      const mark = `KB${at}`
      const { id } = await send(mark)
      await Promise.all([judge(id).catch(() => undefined), at === 0 ? sleep(30).then(restart) : undefined])
      expect(await judge(id)).toMatchObject({ right: ROWS })
      const before = await count('')
      const asked = call<ImportView>('/confirm', { id }).catch(() => undefined)
      await sleep(moment)
      await restart()
      await asked
      const left = await job()
      expect(await count('')).toBe(left?.state === 'done' ? before + ROWS : before)
      if (left?.state === 'judged') expect(await call('/confirm', { id })).toMatchObject({ imported: ROWS })
      expect(await count('')).toBe(before + ROWS)
    }
  }, 600_000)
})
