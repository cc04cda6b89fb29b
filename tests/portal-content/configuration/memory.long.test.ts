// Tests that a check which keeps parsed documents reports the same as a check that keeps none.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseDocument } from '#config/load/document.ts'
import { readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration, type LoadResult } from '#config/pipeline/check-configuration.ts'
import { wholeCorpus } from '../../../scripts/lib/mistakes/corpus.ts'
import { makeMistake } from '../../../scripts/lib/mistakes/make.ts'
import type { Texts } from '../../../scripts/lib/mistakes/mistake.ts'
import { CORPUS } from '../../../scripts/lib/mistakes/run.ts'
import { ROOT } from '../../server/support/small-configuration.ts'
import { IS_LONG } from '../../support/long-run.ts'

const files = readFolder(ROOT)

/** The model by its hash, which is taken of all of it. */
const said = (result: LoadResult) =>
  result.ok ? { hash: result.model.hash, warnings: result.warnings } : { problems: result.problems }

/** With nothing remembered: no document is one that was there before. */
const afresh = (texts: Texts) => said(checkConfiguration(texts, parseDocument))

const corpus = wholeCorpus(join(ROOT, CORPUS), files)
/** Of everyday changes those below are refused, too. */
const changed = (IS_LONG ? corpus : []).map((mistake) => ({
  id: mistake.id,
  texts: makeMistake(mistake, files).files,
}))

test('the corpus has more than 1000 mistakes, and the unchanged configuration is valid', () => {
  expect(corpus.length).toBeGreaterThan(1000)
  expect(checkConfiguration(files).ok).toBe(true)
})

test.each(changed)(
  '$id is reported alike by a check with kept documents and by a fresh check',
  ({ texts }) => {
    expect(said(checkConfiguration(texts))).toEqual(afresh(texts))
  },
)

type Change = readonly [title: string, path: string, from: string | RegExp, to: string]

/** The widest first: what they leave as it was by mistake, those after them do not make anew. */
const SOUND: readonly Change[] = [
  ['what a role is called', 'schemas/roles.json', /"title": "[^"]+"/, '"title": "另一种用户"'],
  [
    'what a category hangs on',
    'schemas/parameters/equipment/C0101.json',
    '"parent": "C01"',
    '"parent": "C02"',
  ],
  [
    'the title of a type',
    'schemas/content/incubateActivity.json',
    /"title": "[^"]+"/,
    '"title": "另一种内容"',
  ],
  [
    'the order of what is taken in its order',
    'schemas/content/incubateActivity.json',
    /("admin": \[[^\]]+\]),\s*("fireOrg": \[[^\]]+\])/,
    '$2, $1',
  ],
  ['a dictionary', 'schemas/dictionaries/accountStatus.json', /"label": "[^"]+"/, '"label": "另一个名称"'],
  ['a call of forms', 'schemas/api/file.json', /"at": "POST ([^"]+)"/, '"at": "POST $1Again"'],
  [
    'a field of a form that a call takes',
    'schemas/forms/registerOrdinary.json',
    '"maxLength": 20',
    '"maxLength": 19',
  ],
  [
    'the page of the privacy policy, which forms name',
    'pages-config/about/privacy.json',
    /"path": "[^"]+"/,
    '"path": "/other-policy"',
  ],
]

/** Of pages alone, beside nothing for which all pages are made anew. */
const OF_PAGES: readonly Change[] = [
  ['the address that a notice opens', 'pages-config/account/home.json', /"path": "[^"]+"/, '"path": "/mine"'],
  ['a column', 'pages-config/price/list.json', '"sourceDate",', ''],
  [
    'a title that other pages tell',
    'pages-config/price/list.json',
    /"title": "[^"]+"/,
    '"title": "另一个名称"',
  ],
]

/** As the first, with mistakes. */
const REFUSED: readonly Change[] = [
  [
    'who opens a page that others lead to',
    'pages-config/account/comments.json',
    '"registered"',
    '"supplier"',
  ],
  [
    'an account that samples of other types are of',
    'schemas/samples/company.json',
    '"co002-supplier"',
    '"nobody"',
  ],
  [
    'who opens the page above those of operators',
    'pages-config/operator/home.json',
    /"access": ("[^"]+"|\[[^\]]+\])/,
    '"access": "anyone"',
  ],
  ['a page that is no JSON, which others lead to', 'pages-config/price/list.json', '{', '{{'],
  ['a dictionary that is broken', 'schemas/dictionaries/accountStatus.json', '{', '{ "none": 1,'],
  ['a name of a role, which judges know', 'schemas/roles.json', '"supplier": {', '"supplierToo": {'],
  ['a type that is broken, which others name', 'schemas/content/incubateActivity.json', '{', '{ "none": 1,'],
]

/** In so many groups, each in the order of the list. */
const grouped = (changes: readonly Change[], count: number): readonly (readonly Change[])[] =>
  IS_LONG
    ? changes.map((change) => [change])
    : Array.from({ length: count }, (_, at) => changes.filter((_, index) => index % count === at))

const GROUPS = [...grouped(SOUND, 1), ...grouped(OF_PAGES, 1), ...grouped(REFUSED, 2)]

test.each(GROUPS.map((group) => [group.map(([title]) => title).join('; '), group] as const))(
  'a check with kept documents equals a fresh check after these changes: %s',
  (_, changes) => {
    checkConfiguration(files)
    let texts: Texts = files
    let last: ReturnType<typeof said> | undefined
    for (const [title, path, from, to] of changes) {
      const text = texts.get(path) ?? ''
      expect(text.replace(from, to), title).not.toBe(text)
      texts = Object.assign(
        new Map(texts).set(path, text.replace(from, to)),
        files.attached && { attached: files.attached },
      )
      last = said(checkConfiguration(texts))
    }
    expect(last).toEqual(afresh(texts))
  },
)

test('a check of the unchanged configuration with kept documents equals a fresh check after all changes', () => {
  expect(said(checkConfiguration(files))).toEqual(afresh(files))
})
