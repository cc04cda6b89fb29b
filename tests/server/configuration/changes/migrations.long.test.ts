// Tests configuration migrations: dry run, application as a whole and once only, undo.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetChanges } from '#server/configuration/migration/forget-changes.ts'
import { undoLast } from '#server/configuration/migration/undo-run.ts'
import { someOf } from '../../../support/long-run.ts'
import { DATABASES, ONE_DATABASE } from '../../platform/database/each-database.ts'
import { oneOfEach } from '../../support/one-of-each.ts'
import {
  type Changes,
  FILES,
  field,
  type GateApp,
  openGateApp,
  type Written,
  withoutField,
} from './gate-app.ts'
import { CASES, type Device, FILE, migration, verbOf } from './migration-cases.ts'

describe.each(DATABASES.filter(({ isAvailable }) => isAvailable))(
  'configuration migrations on $name',
  (database) => {
    let portal: GateApp
    const open = async () => {
      portal = await openGateApp(database)
    }
    const close = () => portal.close()
    const problems = () => portal.app.source.problems
    const tell = () =>
      problems()
        .map(({ slug, message }) => `${slug}: ${message}`)
        .join('\n')

    const devices = async (type = 'device'): Promise<Device[]> => {
      const { rows } =
        await sql<Device>`select id, status, body from item where type = ${type} order by id`.execute(
          portal.app.services.db,
        )
      return rows
    }
    /** As the trial says; the code that confirms it. */
    const tried = async (changes: Changes, steps: readonly object[], said: RegExp): Promise<string> => {
      await portal.publish({ ...changes, [FILE]: migration(steps) })
      expect(tell()).toMatch(said)
      expect(problems()).toHaveLength(1)
      expect(problems()[0]).toMatchObject({ slug: 'migration_unconfirmed', file: FILE })
      return /"confirmed": "([0-9a-f]{12})"/.exec(tell())?.[1] ?? ''
    }
    const confirm = async (changes: Changes, steps: readonly object[], said: RegExp): Promise<void> => {
      const confirmed = await tried(changes, steps, said)
      await portal.publish({ ...changes, [FILE]: migration(steps, { confirmed }) })
      expect(tell()).toBe('')
    }

    describe('undo of a migration', () => {
      beforeAll(open)
      afterAll(close)

      const cases = ONE_DATABASE.includes(database) ? CASES : someOf(oneOfEach(CASES, verbOf), 2)
      test.each(cases)(
        'restores all records after dry run and application: %s',
        async (_name, changes, steps, said, made) => {
          const before = await devices()
          const hash = await portal.hash()
          const confirmed = await tried(changes, steps, said)
          expect(await portal.hash(), 'a trial touches nothing').toBe(hash)
          await portal.publish({ ...changes, [FILE]: migration(steps, { confirmed }) })
          expect(tell()).toBe('')
          const after = await devices()
          expect(after).toEqual(before.map((device) => ({ ...device, ...made(device) })))
          const list = await portal.app.get<{ totalCount: number }>('/newapi/device/list')
          expect(list.data.totalCount).toBe(20)
          const undone = await undoLast(portal.app.services, portal.app.source.model)
          expect(undone).toMatchObject({ name: '2026-11', kept: 0 })
          expect(await devices()).toEqual(before)
          expect(await portal.hash()).toBe(hash)
          await portal.restore()
          expect(tell()).toBe('')
        },
      )
    })

    // How a database changes rows is tried above; what follows are the program's own rules.
    if (!ONE_DATABASE.includes(database)) return
    describe('migration of unchanged records', () => {
      beforeAll(open)
      afterAll(close)

      test('renames a content type with its records and drafts, and undo restores them', async () => {
        const before = await devices()
        const hash = await portal.hash()
        const move = (written: Written) =>
          JSON.parse(JSON.stringify(written).replaceAll('/device/', '/tool/'))
        const device = JSON.parse(JSON.stringify((await portal.written(FILES.device)) as object))
        const changes: Changes = {
          [FILES.device]: null,
          'schemas/content/tool.json': move(device),
          [FILES.list]: (one: Written) => ({ ...one, source: { operation: 'tool.list' } }),
        }
        await confirm(changes, [{ rename: 'type', from: 'device', to: 'tool' }], /24 条内容、1 份草稿/)
        expect(await devices('device')).toEqual([])
        expect(await devices('tool')).toEqual(before)
        const list = await portal.app.get<{ totalCount: number }>('/newapi/tool/list')
        expect(list.data.totalCount).toBe(20)
        await undoLast(portal.app.services, portal.app.source.model)
        expect(await portal.hash()).toBe(hash)
        await portal.restore()
        expect(tell()).toBe('')
      })

      test('archives a content type without deleting its records, and undo restores them', async () => {
        const hash = await portal.hash()
        const changes: Changes = { [FILES.device]: null, [FILES.list]: null, [FILES.lifecycle]: null }
        await confirm(
          changes,
          [
            { archive: 'type', name: 'device' },
            { rename: 'path', from: '/devices', to: '/privacy' },
          ],
          /24 条内容、1 份草稿/,
        )
        expect(await devices()).toEqual([])
        const { rows } = await sql<{ held: number }>`select count(*)::int as held from record_change
        where archived -> 'values' ->> 'title' like '器材%'`.execute(portal.app.services.db)
        expect(rows[0]?.held).toBe(24)
        await portal.restore()
        await undoLast(portal.app.services, portal.app.source.model)
        expect(await portal.hash()).toBe(hash)
      })

      test('is refused as a whole if some records would not fit', async () => {
        const hash = await portal.hash()
        const steps = [{ map: 'field', in: 'device', name: 'code', values: { C1: 1 } }]
        await portal.publish({
          [FILES.device]: field('code', () => ({ type: 'integer', title: '编号' })),
          [FILE]: migration(steps),
        })
        expect(tell()).toMatch(/records_field_retyped.*22 条内容不符合/)
        expect(await portal.hash()).toBe(hash)
        await portal.restore()
        expect(tell()).toBe('')
      })

      test('adds the former address of a moved page to the manifest', async () => {
        const changes: Changes = { [FILES.list]: (one: Written) => ({ ...one, path: '/gear' }) }
        await confirm(changes, [{ rename: 'path', from: '/devices', to: '/gear' }], /尚未执行/)
        const manifest = JSON.parse((await portal.app.get('/config/manifest.json')).text)
        expect(manifest.former).toEqual([{ path: '/devices', to: '/gear' }])
      })
    })

    describe('migration of changed records', () => {
      beforeEach(open)
      afterEach(close)

      test('moves all pages below an address that ends in optional parameters', async () => {
        const changes: Changes = { [FILES.list]: (one: Written) => ({ ...one, path: '/stock/gear' }) }
        const step = { rename: 'path', from: '/devices/:a?', to: '/stock/gear/:a?' }
        await confirm(changes, [step], /尚未执行/)
        const manifest = JSON.parse((await portal.app.get('/config/manifest.json')).text)
        expect(manifest.former).toEqual([{ path: '/devices/:a?', to: '/stock/gear/:a?' }])
      })

      test('keeps values written after the migration when it is undone', async () => {
        const changes: Changes = { [FILES.device]: withoutField('note', 'remark') }
        await confirm(changes, [{ rename: 'field', in: 'device', from: 'note', to: 'remark' }], /23 条内容/)
        const body = { title: '后来的一件', kind: 'G01', remark: '改名之后写的' }
        const added = await portal.app.post<{ id: string }>('/newapi/device/add', body, {
          token: portal.token,
        })
        expect(added.status, added.text).toBe(200)
        const [first] = (await devices()).filter(({ body: { remark } }) => remark === '第 5 件的说明')
        await sql`update item set body = body || '{"remark": "后来改的"}' where id = ${first?.id}`.execute(
          portal.app.services.db,
        )
        expect(await undoLast(portal.app.services, portal.app.source.model)).toMatchObject({ kept: 1 })
        const notes = (await devices()).map(({ body: { note } }) => note)
        expect(notes).toContain('改名之后写的')
        expect(notes).toContain('后来改的')
        expect(notes).not.toContain('第 5 件的说明')
        expect(notes.filter(Boolean)).toHaveLength(24)
      })

      test('converts the stored previous version of an edited offline item, and undo restores it', async () => {
        const { app, token } = portal
        const { db } = app.services
        const kept = async (): Promise<Device['body'][]> => {
          const { rows } = await sql<{ body: Device['body'] }>`select body from left_version`.execute(db)
          return rows.map(({ body }) => body)
        }
        const parked = (await devices()).find(({ status, body }) => status === 'parked' && body.note)
        const { _receiptNo: _, ...written } = parked?.body ?? {}
        const next = { ...written, id: parked?.id, revision: 1, note: '收起之后改的' }
        const saved = await app.post('/newapi/device/update', next, { token })
        expect(saved.status, saved.text).toBe(200)
        const before = await kept()
        expect(before).toEqual([parked?.body])
        const changes: Changes = { [FILES.device]: withoutField('note', 'remark') }
        await confirm(
          changes,
          [{ rename: 'field', in: 'device', from: 'note', to: 'remark' }],
          /1 份下线前的版本/,
        )
        const { note, ...rest } = before[0] ?? {}
        expect(await kept()).toEqual([{ ...rest, remark: note }])
        expect(await undoLast(app.services, app.source.model)).toMatchObject({ kept: 0 })
        expect(await kept()).toEqual(before)
      })

      test('reports migration_nothing for an unknown source and migration_rewritten for an edited applied file', async () => {
        await portal.publish({
          [FILE]: migration([{ rename: 'field', in: 'device', from: 'nothing', to: 'note' }]),
        })
        expect(problems()).toEqual([expect.objectContaining({ slug: 'migration_nothing', file: FILE })])
        expect(tell()).toContain('“device”中的“nothing”在已有内容中不存在')
        await portal.restore()
        const changes: Changes = { [FILES.device]: withoutField('note', 'remark') }
        await confirm(changes, [{ rename: 'field', in: 'device', from: 'note', to: 'remark' }], /23 条内容/)
        const other = migration([{ archive: 'field', in: 'device', name: 'remark' }])
        await portal.publish({ ...changes, [FILE]: other })
        expect(problems()).toEqual([expect.objectContaining({ slug: 'migration_rewritten' })])
      })

      test('stores archived values that forgetChanges removes for an account that leaves', async () => {
        const changes: Changes = { [FILES.device]: withoutField('note') }
        await confirm(changes, [{ archive: 'field', in: 'device', name: 'note' }], /23 条内容/)
        const { db } = portal.app.services
        const held = async () => (await db.selectFrom('recordChange').select('no').execute()).length
        expect(await held()).toBe(24)
        const { id } = await db
          .selectFrom('account')
          .select('id')
          .where('userName', '=', 'writer')
          .executeTakeFirstOrThrow()
        await forgetChanges(db, id)
        expect(await held()).toBe(0)
      })

      test('writes one audit entry, also after a reload', async () => {
        const changes: Changes = { [FILES.device]: withoutField('note') }
        await confirm(changes, [{ archive: 'field', in: 'device', name: 'note' }], /23 条内容/)
        await portal.app.source.reload()
        const { rows } = await sql<{ action: string; target: string }>`
        select action, target from audit where action like 'records.%'`.execute(portal.app.services.db)
        expect(rows).toEqual([{ action: 'records.migrate', target: '2026-11' }])
      })
    })
  },
)
