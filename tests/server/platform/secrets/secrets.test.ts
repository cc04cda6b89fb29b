// Tests encryption of secret values in the database: storing, reading, change of the key.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { loadSecrets } from '#server/platform/secrets/data-key.ts'
import { prepareSecrets } from '#server/platform/secrets/seal-stored.ts'
import { Secrets } from '#server/platform/secrets/secrets.ts'
import { readSettings } from '#server/platform/settings.ts'
import { writeArchive } from '#server/transfer/backup/write-archive.ts'
import { maskIdCard } from '#shared/access/mask.ts'
import type { Model } from '#shared/model/model.ts'
import { registerAs } from '../../identity/accounts/support/registering.ts'
import { NOTE, NOTE_FILE, smallFiles } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { ONE_DATABASE } from '../database/each-database.ts'
import { dump } from './dump.ts'

const PASSPORT = 'CANARY-E12345678'
const CREW = 'CANARY-CREW-7788'
const ID_CARD = '440524188001010014'
const folder = mkdtempSync(join(tmpdir(), 'equipnet-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function secretModel(): Promise<Model> {
  const secret = { type: 'string', title: '护照号', maxLength: 40, 'x-secret': true }
  const crew = {
    type: 'array',
    title: '队员',
    maxItems: 5,
    items: {
      type: 'object',
      title: '队员',
      properties: { name: { type: 'string', title: '姓名' }, passport: secret },
    },
  }
  const seen = { 'x-visible': ['owner', 'operator'] }
  const own = { passport: { ...secret, ...seen }, crew: { ...crew, ...seen } }
  const properties = { ...NOTE.fields.properties, ...own }
  const note = { ...NOTE, fields: { ...NOTE.fields, properties } }
  const result = checkConfiguration((await smallFiles()).set(NOTE_FILE, JSON.stringify(note)))
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.model
}

describe.each(ONE_DATABASE)('encrypted values on $name', ({ isAvailable, ...database }) => {
  let app: TestApp
  let owner: string
  let boss: string
  const note = { title: '新的便签', passport: PASSPORT, crew: [{ name: '甲', passport: CREW }] }

  beforeAll(async () => {
    if (!isAvailable) return
    app = await createTestApp({ model: await secretModel(), database: { isAvailable, ...database } })
    owner = await app.signIn('owner', 'unit')
    boss = await app.signIn('boss', 'operator')
  })
  afterAll(() => app?.close())

  test.skipIf(!isAvailable)(
    'are stored encrypted in items, visible to the owner, and masked for an operator until revealed',
    async () => {
      const { data } = await app.post<{ id: string }>('/newapi/note/add', note, { token: owner })
      const read = async (token: string) =>
        (await app.get<typeof note>(`/newapi/note/info/${data.id}`, { token })).data
      expect(await read(owner)).toMatchObject({ passport: PASSPORT, crew: [{ name: '甲', passport: CREW }] })
      const forBoss = await read(boss)
      expect(forBoss.passport).toMatch(/^.{3}\*+.{3}$/)
      expect(JSON.stringify(forBoss)).not.toContain(CREW)
      const changed = { ...note, id: data.id, revision: 1, passport: `${PASSPORT}9` }
      expect((await app.post('/newapi/note/update', changed, { token: owner })).code).toBe(0)
      expect(await read(owner)).toMatchObject({ passport: `${PASSPORT}9` })
      const stored = await dump(app.services.db)
      expect(stored).not.toContain('CANARY')
      expect(stored).toContain('enc1.')
      const readings = await app.services.db
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'note.info')
        .execute()
      expect(readings, 'what is masked is not read').toEqual([])
      const given = { dataType: 'note', dataId: data.id, field: 'passport' }
      const revealed = await app.post<{ value: string }>('/newapi/personal/reveal', given, { token: boss })
      expect(revealed.data.value).toBe(`${PASSPORT}9`)
    },
  )

  test.skipIf(!isAvailable)('are stored encrypted in registrations, drafts and identity papers', async () => {
    const { answer } = await registerAs(app, 'auth.registerExpert')
    const { data } = await app.get<{ answers: { value: string }[] }>(
      `/newapi/operator/application/info/${answer.data.id}`,
      { token: boss },
    )
    expect(data.answers.map(({ value }) => value)).toContain(maskIdCard(ID_CARD))
    const draft = {
      form: 'registerExpert',
      key: 'new',
      version: 1,
      data: { idCard: ID_CARD, realName: '张三' },
    }
    expect((await app.post('/newapi/api/draft', draft, { token: owner })).code).toBe(0)
    await app.services.db
      .updateTable('account')
      .set({ idCard: app.services.database.secrets.seal(ID_CARD) })
      .where('id', '=', 'owner')
      .execute()
    const row = await app.services.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', 'owner')
      .executeTakeFirst()
    expect(row?.idCard).toBe(ID_CARD)
    expect(await dump(app.services.db)).not.toContain(ID_CARD)
  })

  test.skipIf(!isAvailable)('keep a text that only looks encrypted unchanged', async () => {
    const text = `enc1.${app.services.database.secrets.keyId}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`
    const sent = { title: '像密文', passport: text.slice(0, 40), body: text }
    const { data } = await app.post<{ id: string }>('/newapi/note/add', sent, { token: owner })
    const { data: read } = await app.get<typeof sent>(`/newapi/note/info/${data.id}`, { token: owner })
    expect(read).toMatchObject(sent)
  })

  test.skipIf(!isAvailable)('are exported encrypted to a backup that contains no key', async () => {
    const chunks: Buffer[] = []
    for await (const chunk of writeArchive(app.services.db, app.files)) chunks.push(chunk)
    const archive = Buffer.concat(chunks).toString('latin1')
    expect(archive).toContain('enc1.')
    expect(archive).not.toMatch(/data\.key|backup-door/)
    expect(archive).not.toContain('CANARY')
  })
})

describe.each(ONE_DATABASE)('unencrypted database on $name', ({ isAvailable, open }) => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  let model: Model
  let opened: Awaited<ReturnType<typeof open>>
  beforeEach(async () => {
    if (!isAvailable) return
    model = await secretModel()
    opened = await open()
    const { db } = opened.handle
    await db
      .insertInto('account')
      .values({
        id: 'a',
        userName: 'a',
        name: 'a',
        role: 'rescue',
        passwordHash: '!',
        idCard: ID_CARD,
        application: { idCard: ID_CARD, bloodType: '1' },
      })
      .execute()
    await db
      .insertInto('item')
      .values({
        id: 'i',
        type: 'note',
        status: 'online',
        title: 't',
        body: { title: 't', passport: PASSPORT, crew: [{ passport: CREW }] },
      })
      .execute()
    await db
      .insertInto('draft')
      .values({ userId: 'a', form: 'registerExpert', key: 'new', version: 1, body: { idCard: ID_CARD } })
      .execute()
  })
  afterEach(() => opened?.drop())

  const prepare = (...keys: Buffer[]) => {
    const { db } = opened.handle
    return prepareSecrets({
      db,
      model: () => model,
      database: { ...opened.handle, secrets: new Secrets(keys) },
    })
  }
  const read = async (...keys: Buffer[]) => {
    const { rows } = await sql<{ raw: string }>`select 'raw ' || body::text as raw from item`.execute(
      opened.handle.db,
    )
    return new Secrets(keys).parseJson(rows[0]?.raw.slice(4) ?? '')
  }

  test.skipIf(!isAvailable)(
    'is encrypted at the first start and re-encrypted when the key changes',
    async () => {
      const { db } = opened.handle
      expect(await dump(db)).toContain(ID_CARD)
      await prepare(first)
      expect(await dump(db)).not.toMatch(/CANARY|440524188001010014/)
      expect(await read(first)).toMatchObject({ passport: PASSPORT, crew: [{ passport: CREW }] })
      await expect(prepare(second)).rejects.toThrow(/^密钥不对：数据由密钥 [0-9a-f]{8} 加密.*DATA_KEY/)
      await prepare(second, first)
      await prepare(second)
      expect(await read(second)).toMatchObject({ passport: PASSPORT })
      await expect(prepare(first)).rejects.toThrow('密钥不对')
      expect(await dump(db)).not.toContain(`enc1.${new Secrets([first]).keyId}`)
    },
  )
})

describe('data key', () => {
  test('is created once in the data folder with access for its owner only', () => {
    const dataDir = join(folder, 'new')
    const settings = { dataDir, dataKeys: [] }
    expect(loadSecrets(settings).keyId).toBe(loadSecrets(settings).keyId)
    expect(statSync(join(dataDir, 'data.key')).mode & 0o777).toBe(0o600)
    const text = readFileSync(join(dataDir, 'data.key'), 'utf8').trim()
    expect(loadSecrets(readSettings({ DATA_KEY: text })).keyId).toBe(loadSecrets(settings).keyId)
    writeFileSync(join(dataDir, 'data.key'), 'broken')
    expect(() => loadSecrets(settings)).toThrow('已损坏')
  })
})
