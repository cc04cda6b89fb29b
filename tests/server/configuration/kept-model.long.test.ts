// Tests the compiled model cached between starts: a start uses it only for exactly the same files.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { ConfigurationError, ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { someOf } from '../../support/long-run.ts'
import { PORTAL } from '../../support/test-portal.ts'
import { writeSmallFiles, ZONE, ZONE_FILE } from '../support/small-configuration.ts'

let root: string
let file: string
const titlesOf = ({ model }: ConfigurationSource) => model.pages.map(({ title }) => title)

/** Gives the cached model another zone title of the same length. */
function changeCached(title: string): void {
  const bytes = readFileSync(file)
  const encode = (text: string) => Buffer.from(text, 'utf16le')
  for (let at = 0; ; ) {
    at = bytes.indexOf(encode(ZONE.title), at)
    if (at < 0) break
    at += encode(title).copy(bytes, at)
  }
  writeFileSync(file, bytes)
}

/** How many objects and lists there are, each once however many places it stands in. */
function containersOf(value: unknown, seen = new Set<object>()): number {
  if (typeof value !== 'object' || value === null || seen.has(value)) return seen.size
  seen.add(value)
  for (const child of Object.values(value)) containersOf(child, seen)
  return seen.size
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'equipnet-kept-'))
  file = join(root, 'data', 'configuration.cache')
  await writeSmallFiles(root)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('compiled model cached between starts', () => {
  test('is used while no file changes', async () => {
    const first = await ConfigurationSource.openKept(root, file)
    const stored = '存'.repeat(ZONE.title.length)
    changeCached(stored)
    const second = await ConfigurationSource.openKept(root, file)
    expect(titlesOf(second)).toEqual([stored])
    expect(Object.isFrozen(second.model.pages[0])).toBe(true)
    expect(second.model.hash).toBe(first.model.hash)
  })

  test('is compiled again after a file changed', async () => {
    await ConfigurationSource.openKept(root, file)
    const before = readFileSync(file)
    writeFileSync(join(root, ZONE_FILE), JSON.stringify({ ...ZONE, title: '另一个专区' }))
    expect(titlesOf(await ConfigurationSource.openKept(root, file))).toEqual(['另一个专区'])
    expect(readFileSync(file).equals(before)).toBe(false)
  })

  test('is not cached for files with errors, which the start still reports', async () => {
    await ConfigurationSource.openKept(root, file)
    const kept = statSync(file).mtimeMs
    writeFileSync(join(root, ZONE_FILE), JSON.stringify({ ...ZONE, titel: '写错的键' }))
    await expect(ConfigurationSource.openKept(root, file)).rejects.toThrow(ConfigurationError)
    expect(statSync(file).mtimeMs).toBe(kept)
  })

  test.each(someOf(['', '{"key":', '{}', 'null', '{}\n{}'], 3))(
    'is compiled again if the cache file holds %j',
    async (text) => {
      await ConfigurationSource.openKept(root, file)
      writeFileSync(file, text)
      expect(titlesOf(await ConfigurationSource.openKept(root, file))).toEqual([ZONE.title])
    },
  )

  test('is compiled again if the cache file lacks its samples', async () => {
    await ConfigurationSource.openKept(root, file)
    changeCached('失'.repeat(ZONE.title.length))
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, 4 + bytes.readUInt32LE(0)))
    expect(titlesOf(await ConfigurationSource.openKept(root, file))).toEqual([ZONE.title])
  })

  test('has its own samples after another version overwrote the cache file', async () => {
    const { samples } = (await ConfigurationSource.openKept(root, file)).model
    const { model } = await ConfigurationSource.openKept(root, file)
    writeFileSync(join(root, ZONE_FILE), JSON.stringify({ ...ZONE, title: '另一个专区' }))
    await ConfigurationSource.openKept(root, file)
    expect(model.samples).toEqual(samples)
    expect(Object.isFrozen(model.samples)).toBe(true)
  })

  test('equals the freshly compiled model of the whole portal configuration', async () => {
    const loaded = await loadConfiguration(PORTAL)
    if (!loaded.ok) throw new Error(loaded.problems[0]?.message)
    const { model: compiled } = await ConfigurationSource.openKept(PORTAL, file)
    const { model } = await ConfigurationSource.openKept(PORTAL, file)
    expect(model).toEqual(loaded.model)
    expect(JSON.stringify(model)).toBe(JSON.stringify(loaded.model))
    // Which parts are one object depends on what was checked before in this process.
    expect(containersOf(model)).toBe(containersOf(compiled))
  })
})
