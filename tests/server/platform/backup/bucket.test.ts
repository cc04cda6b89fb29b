// Tests backups of a portal whose files lie in a bucket: restored into a data folder and back, files equal.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreArchive } from '#server/transfer/backup/restore-archive.ts'
import { writeArchive } from '#server/transfer/backup/write-archive.ts'
import { pdfOf } from '../../../support/real-files.ts'
import { type OpenPlace, PLACES } from '../../files/stores.ts'
import { uploadTo } from '../../files/upload.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { DATABASES } from '../database/each-database.ts'

const [embedded] = DATABASES
const PAPER = { form: 'registerUnit', field: 'licenseFile' }
const STRANGER = 'ab000000-0000-4000-8000-000000000000'
const folder = mkdtempSync(join(tmpdir(), 'equipnet-backup-'))
const places: OpenPlace[] = []
const apps: TestApp[] = []

beforeAll(async () => {
  for (const { open } of PLACES) {
    const place = await open()
    places.push(place)
    apps.push(await createTestApp({ ...(embedded ? { database: embedded } : {}), env: place.env }))
  }
})
afterAll(async () => {
  for (const app of apps) await app.close()
  for (const place of places) await place.close()
  rmSync(folder, { recursive: true, force: true })
})

async function backUp(app: TestApp): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of writeArchive(app.services.db, app.files)) chunks.push(chunk)
  const file = join(folder, `${apps.indexOf(app)}.tar.gz`)
  writeFileSync(file, gzipSync(Buffer.concat(chunks)))
  return file
}

const restore = (file: string, { services, files }: TestApp) =>
  restoreArchive(file, { database: services.database, files, replace: true })

test('a backup of a bucket is restored into a data folder and back, and other objects are removed', async () => {
  const [[inFolder, inBucket], [folderPlace, bucketPlace]] = [apps, places] as unknown as [
    readonly [TestApp, TestApp],
    readonly [OpenPlace, OpenPlace],
  ]
  const token = await inBucket.signIn('owner', 'unit')
  const contents = [pdfOf(9_000_000), pdfOf(30_000)]
  const urls: string[] = []
  for (const content of contents) urls.push((await uploadTo(inBucket, content, { ...PAPER, token })).data.url)
  const names = await bucketPlace.names()
  expect(names).toHaveLength(2)
  const expectWhole = async (app: TestApp) => {
    const headers = { token: await app.signIn('owner', 'unit') }
    for (const [index, url] of urls.entries()) {
      const { rawPayload } = await app.app.inject({ url, headers })
      expect(rawPayload.equals(contents[index] as Buffer)).toBe(true)
    }
  }

  expect((await restore(await backUp(inBucket), inFolder)).manifest).toMatchObject({ files: 2, missing: [] })
  expect(await folderPlace.names()).toEqual(names)
  await expectWhole(inFolder)

  const archive = await backUp(inFolder)
  for (const name of names) await inBucket.files.remove(name)
  await bucketPlace.leave(STRANGER, Buffer.from('left'))
  await restore(archive, inBucket)
  expect(await bucketPlace.names()).toEqual(names)
  await expectWhole(inBucket)

  await inBucket.files.remove(names[0] as string)
  const { manifest } = await restore(await backUp(inBucket), inFolder)
  expect(manifest.missing).toEqual([names[0]])
})
