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

const toAscii = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** How many objects and lists there are, each once however many places it stands in. */
function containersOf(value: unknown, seen = new Set<object>()): number {
  if (typeof value !== 'object' || value === null || seen.has(value)) return seen.size
  seen.add(value)
  for (const child of Object.values(value)) containersOf(child, seen)
  return seen.size
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'equipnet-kept-'))
  file = join(root, 'data', 'configuration.json')
  await writeSmallFiles(root)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('compiled model cached between starts', () => {
  test('is used while no file changes', async () => {
    const first = await ConfigurationSource.openKept(root, file)
    const kept = readFileSync(file, 'utf8')
    writeFileSync(file, kept.replaceAll(toAscii(`"${ZONE.title}"`), toAscii('"来自保存的结果"')))
    const second = await ConfigurationSource.openKept(root, file)
    expect(titlesOf(second)).toEqual(['来自保存的结果'])
    expect(Object.isFrozen(second.model.pages[0])).toBe(true)
    expect(second.model.hash).toBe(first.model.hash)
  })

  test('is compiled again after a file changed', async () => {
    await ConfigurationSource.openKept(root, file)
    const before = readFileSync(file, 'utf8')
    writeFileSync(join(root, ZONE_FILE), JSON.stringify({ ...ZONE, title: '另一个专区' }))
    expect(titlesOf(await ConfigurationSource.openKept(root, file))).toEqual(['另一个专区'])
    expect(readFileSync(file, 'utf8')).not.toBe(before)
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
    const [line = ''] = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, line.replaceAll(toAscii(`"${ZONE.title}"`), '"lost"'))
    expect(titlesOf(await ConfigurationSource.openKept(root, file))).toEqual([ZONE.title])
  })

  test('throws on its samples after another version overwrote the cache file', async () => {
    await ConfigurationSource.openKept(root, file)
    const { model } = await ConfigurationSource.openKept(root, file)
    writeFileSync(join(root, ZONE_FILE), JSON.stringify({ ...ZONE, title: '另一个专区' }))
    await ConfigurationSource.openKept(root, file)
    expect(() => model.samples).toThrow('请重新启动门户')
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
