// Holds that what a check remembers of the one before changes nothing of what it says.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wholeCorpus } from '../../scripts/lib/mistakes/corpus.ts'
import { makeMistake } from '../../scripts/lib/mistakes/make.ts'
import type { Texts } from '../../scripts/lib/mistakes/mistake.ts'
import { CORPUS } from '../../scripts/lib/mistakes/run.ts'
import { shortened } from '../../scripts/lib/mistakes/score.ts'
import { parseDocument } from '../../src/config/document.ts'
import { checkConfiguration, type LoadResult } from '../../src/config/load.ts'
import { readFolder } from '../../src/config/read-folder.ts'
import { ROOT } from '../server/support/small-configuration.ts'
import { someOf } from '../support/long-run.ts'

const files = shortened(readFolder(ROOT))

/** The model by its hash, which is taken of all of it. */
const said = (result: LoadResult) =>
  result.ok ? { hash: result.model.hash, warnings: result.warnings } : { problems: result.problems }

/** With nothing remembered: no document is one that was there before. */
const afresh = (texts: Texts) => said(checkConfiguration(texts, parseDocument))

const corpus = wholeCorpus(join(ROOT, CORPUS), files)
const changed = someOf(corpus, 2).map((mistake) => ({
  id: mistake.id,
  texts: makeMistake(mistake, files).files,
}))

test('there are mistakes enough, and the configuration they are made in is sound', () => {
  expect(corpus.length).toBeGreaterThan(1000)
  expect(checkConfiguration(files).ok).toBe(true)
})

test.each(changed)('$id is told the same whatever was checked before it', ({ texts }) => {
  expect(said(checkConfiguration(texts))).toEqual(afresh(texts))
})

test('the whole says the same after all of them', () => {
  expect(said(checkConfiguration(files))).toEqual(afresh(files))
})

test.each([
  [
    'a title that other pages tell',
    'pages-config/price/list.json',
    /"title": "[^"]+"/,
    '"title": "另一个名称"',
  ],
  ['a column', 'pages-config/price/list.json', '"sourceDate",', ''],
  [
    'who opens a page that others lead to',
    'pages-config/account/comments.json',
    '"registered"',
    '"supplier"',
  ],
  [
    'the order of what is taken in its order',
    'schemas/content/incubateActivity.json',
    /("admin": \[[^\]]+\]),\s*("fireOrg": \[[^\]]+\])/,
    '$2, $1',
  ],
  [
    'the title of a type',
    'schemas/content/incubateActivity.json',
    /"title": "[^"]+"/,
    '"title": "另一种内容"',
  ],
  ['a call of forms', 'schemas/api/file.json', /"at": "POST ([^"]+)"/, '"at": "POST $1Again"'],
  ['a dictionary', 'schemas/dictionaries/accountStatus.json', /"label": "[^"]+"/, '"label": "另一个名称"'],
  ['what a role is called', 'schemas/roles.json', /"title": "[^"]+"/, '"title": "另一种用户"'],
  [
    'the page of the privacy policy, which forms name',
    'pages-config/about/privacy.json',
    /"path": "[^"]+"/,
    '"path": "/other-policy"',
  ],
  [
    'what a category hangs on',
    'schemas/parameters/equipment/C0101.json',
    '"parent": "C01"',
    '"parent": "C02"',
  ],
  [
    'a field of a form that a call takes',
    'schemas/forms/registerOrdinary.json',
    '"maxLength": 20',
    '"maxLength": 19',
  ],
  [
    'who opens the page above those of operators',
    'pages-config/operator/home.json',
    /"access": ("[^"]+"|\[[^\]]+\])/,
    '"access": "anyone"',
  ],
  [
    'an account that samples of other types are of',
    'schemas/samples/company.json',
    '"co002-supplier"',
    '"nobody"',
  ],
  ['the address that a notice opens', 'pages-config/account/home.json', /"path": "[^"]+"/, '"path": "/mine"'],
  ['a type that is broken, which others name', 'schemas/content/incubateActivity.json', '{', '{ "none": 1,'],
  ['a dictionary that is broken', 'schemas/dictionaries/accountStatus.json', '{', '{ "none": 1,'],
  ['a page that is no JSON, which others lead to', 'pages-config/price/list.json', '{', '{{'],
  ['a name of a role, which judges know', 'schemas/roles.json', '"supplier": {', '"supplierToo": {'],
] as const)('%s', (_, path, from, to) => {
  const text = files.get(path) ?? ''
  const texts = Object.assign(
    new Map(files).set(path, text.replace(from, to)),
    files.attached && { attached: files.attached },
  )
  expect(texts.get(path)).not.toBe(text)
  checkConfiguration(files)
  expect(said(checkConfiguration(texts))).toEqual(afresh(texts))
})
