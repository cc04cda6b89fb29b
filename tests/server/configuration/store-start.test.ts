// Tests that the number of published revisions makes no start slower, and that a start serves what was published.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigurationError, ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { insertRevision, loadPublished } from '#server/configuration/store/published.ts'
import { writeSmallFiles } from '../support/small-configuration.ts'
import { statementsOf } from '../support/statements.ts'
import { DATABASE } from '../support/test-app.ts'

const MOOD = 'schemas/dictionaries/mood.json'
const REVISIONS = 1_000

let root: string
let database: Awaited<ReturnType<typeof DATABASE.open>>

const labelOf = ({ model }: ConfigurationSource) =>
  model.dictionaries.find(({ name }) => name === 'mood')?.items[0]?.label

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'equipnet-store-start-'))
  await writeSmallFiles(root)
  database = await DATABASE.open()
  const base = readFileSync(join(root, MOOD), 'utf8')
  await database.handle.db.transaction().execute(async (db) => {
    for (let no = 1; no <= REVISIONS; no += 1) {
      const text = base.replace('"晴"', `"晴${no}"`)
      const layer = { [MOOD]: { base, text } }
      await insertRevision(db, { parent: no - 1, author: null, words: '调整', at: new Date(), layer })
    }
  })
}, 120_000)
afterAll(async () => {
  await database.drop()
  rmSync(root, { recursive: true, force: true })
})

test('a start after 1,000 revisions reads one row of them and the texts that it names', async () => {
  const { answer, all } = await statementsOf(() => loadPublished(database.handle.db))
  expect(answer.revision).toBe(REVISIONS)
  expect(Object.values(answer.layer).map(({ text }) => text?.includes('"晴1000"'))).toEqual([true])
  expect(all.slice(1).map((text) => text.replaceAll(/"/g, ''))).toEqual([
    'select no, layer from configuration_revision order by no desc limit $1',
    'select * from configuration_text where digest in ($1, $2)',
  ])
})

test('a text that several revisions name is stored once', async () => {
  const { count } = await database.handle.db
    .selectFrom('configurationText')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(REVISIONS + 1)
})

test('a cached model is of the files and the revision: another revision is compiled', async () => {
  const file = join(root, 'data', 'configuration.cache')
  const published = await loadPublished(database.handle.db)
  expect(labelOf(await ConfigurationSource.openKept(root, file, Promise.resolve(published)))).toBe('晴1000')
  const kept = readFileSync(file)
  expect(labelOf(await ConfigurationSource.openKept(root, file, published))).toBe('晴1000')
  expect(readFileSync(file).equals(kept)).toBe(true)
  expect(labelOf(await ConfigurationSource.openKept(root, file))).toBe('晴')
})

test('files that do not fit what was published over them are refused at the start, with the place', async () => {
  const text = '{ "title": 1 }'
  const layer = { [MOOD]: { base: readFileSync(join(root, MOOD), 'utf8'), text } }
  const start = ConfigurationSource.open(root, { revision: 1, layer })
  await expect(start).rejects.toThrow(ConfigurationError)
  await expect(start).rejects.toThrow(MOOD)
})
