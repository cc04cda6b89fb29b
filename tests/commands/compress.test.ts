// Tests the compressed copies of a build: equal to their files, whatever an earlier build wrote.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compress, compressedIn } from '../../scripts/lib/compress.mjs'

const TEXT = '应急装备'.repeat(500)
/** Told apart from what a build makes of the same text. */
const QUICK = brotliCompressSync(TEXT, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })

let folder: string
const inAssets = (name: string) => join(folder, 'assets', name)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'equipnet-compress-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(inAssets('main-1.js'), TEXT)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['none', undefined, false],
  ['the same text', QUICK, true],
  ['another text', brotliCompressSync(`${TEXT}!`), false],
  ['what a build that broke off had written', QUICK.subarray(0, 20), false],
  ['nothing', Buffer.alloc(0), false],
])('compress writes matching copies when the earlier copy holds %s', async (_, earlier, isKept) => {
  if (earlier) writeFileSync(inAssets('main-1.js.br'), earlier)
  await compress(folder, compressedIn([join(folder, 'missing'), folder]))
  const made = readFileSync(inAssets('main-1.js.br'))
  expect(brotliDecompressSync(made).toString()).toBe(TEXT)
  expect(gunzipSync(readFileSync(inAssets('main-1.js.gz'))).toString()).toBe(TEXT)
  expect(made.equals(QUICK)).toBe(isKept)
})

test('compress makes no copies of small files', async () => {
  writeFileSync(inAssets('small-1.css'), 'a{}')
  await compress(folder, new Map())
  expect([...compressedIn([folder]).keys()]).toEqual([join('assets', 'main-1.js')])
})
