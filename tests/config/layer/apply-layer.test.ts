// Tests how published changes lie over the files of the folders, and how both are merged.
import { describe, expect, test } from 'vitest'
import { applyLayer, mergeText } from '#config/load/layer/apply-layer.ts'
import { formatLike } from '#config/load/layer/format-like.ts'
import { findJsonChanges, toPointer } from '#config/load/layer/json-path.ts'

const FILE = 'schemas/dictionaries/mood.json'
const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const mood = (...items: readonly (readonly [value: string, label: string])[]) =>
  text({ title: '心情', items: items.map(([value, label]) => ({ value, label })) })

const BASE = mood(['1', '晴'], ['2', '雨'])
const RELABELLED = mood(['1', '晴天'], ['2', '雨'])

describe('published layer over one file', () => {
  const ADDED = mood(['1', '晴'], ['3', '雪'], ['2', '雨'])
  test.each([
    ['the file is as it was', BASE, RELABELLED, RELABELLED, []],
    ['the file already says it', RELABELLED, RELABELLED, RELABELLED, []],
    ['the file got another entry', ADDED, RELABELLED, mood(['1', '晴天'], ['3', '雪'], ['2', '雨']), []],
    ['the file lost an entry that was not changed', mood(['1', '晴']), RELABELLED, mood(['1', '晴天']), []],
    [
      'the file orders the entries anew',
      mood(['2', '雨'], ['1', '晴']),
      RELABELLED,
      mood(['2', '雨'], ['1', '晴天']),
      [],
    ],
    [
      'the file says something else there',
      mood(['1', '晴朗'], ['2', '雨']),
      RELABELLED,
      RELABELLED,
      ['/items/0/label'],
    ],
    ['the file lost the changed entry', mood(['2', '雨']), RELABELLED, RELABELLED, ['/items/0']],
    ['the file is gone', null, RELABELLED, RELABELLED, ['']],
    ['the file was changed and the publication deletes it', ADDED, null, null, ['']],
    ['the file is as it was and the publication deletes it', BASE, null, null, []],
  ])('where %s', (_case, file, published, served, conflicts) => {
    const merged = mergeText(FILE, file, { base: BASE, text: published })
    expect(merged.text).toBe(served)
    expect(merged.conflicts.map(({ path }) => toPointer(path))).toEqual(conflicts)
  })

  test('a conflict names all three values, and takes the side that is chosen', () => {
    const file = mood(['1', '晴朗'], ['2', '雨'])
    const { text: chosen, conflicts } = mergeText(
      FILE,
      file,
      { base: BASE, text: RELABELLED },
      () => 'theirs',
    )
    expect(conflicts).toEqual([
      { file: FILE, path: ['items', 0, 'label'], base: '晴', files: '晴朗', published: '晴天' },
    ])
    expect(chosen).toBe(file)
  })

  test('the same file added by both is merged where they agree', () => {
    const merged = mergeText(FILE, text({ title: '心情', note: '甲' }), {
      base: null,
      text: text({ title: '情绪', items: [] }),
    })
    expect(JSON.parse(merged.text ?? '')).toEqual({ title: '情绪', note: '甲', items: [] })
    expect(merged.conflicts.map(({ path }) => toPointer(path))).toEqual(['/title'])
  })
})

test('a layer adds, changes and deletes files, and changes neither files nor their order', () => {
  const files = new Map([
    ['pages-config/menu.json', '{}'],
    [FILE, BASE],
  ])
  const { files: served } = applyLayer(files, {
    [FILE]: { base: BASE, text: null },
    'pages-config/about.json': { base: null, text: '{ "kind": "zone" }' },
  })
  expect([...served]).toEqual([
    ['pages-config/about.json', '{ "kind": "zone" }'],
    ['pages-config/menu.json', '{}'],
  ])
  expect(files.get(FILE)).toBe(BASE)
})

test('differences of lists are found by the keys of their entries', () => {
  const changes = findJsonChanges(
    {
      items: [
        { value: '1', label: '晴' },
        { value: '2', label: '雨' },
      ],
    },
    {
      items: [
        { value: '3', label: '雪' },
        { value: '2', label: '大雨' },
      ],
    },
  )
  expect(changes).toEqual([
    { path: ['items', 0], before: { value: '1', label: '晴' }, after: undefined },
    { path: ['items', 0], before: undefined, after: { value: '3', label: '雪' } },
    { path: ['items', 1, 'label'], before: '雨', after: '大雨' },
  ])
})

test.each([
  ['a changed value', { title: '新', tags: ['a', 'b'] }, '{\n  "title": "新",\n  "tags": [ "a", "b" ]\n}\n'],
  [
    'an added property, beside its neighbour,',
    { title: '旧', more: true, tags: ['a', 'b'] },
    '{\n  "title": "旧",\n  "more": true,\n  "tags": [\n    "a",\n    "b"\n  ]\n}\n',
  ],
  [
    'another order',
    { tags: ['a', 'b'], title: '旧' },
    '{\n  "tags": [\n    "a",\n    "b"\n  ],\n  "title": "旧"\n}\n',
  ],
])('%s keeps the layout of the other lines', (_case, value, expected) => {
  expect(formatLike('{\n  "title": "旧",\n  "tags": [ "a", "b" ]\n}\n', value)).toBe(expected)
})
