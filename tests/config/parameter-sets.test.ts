// Tests parameter sets: compiled fields, dictionaries and forms, and the check of mistakes.
import { describe, expect, test } from 'vitest'
import type { Model } from '#shared/model/model.ts'
import { formWith } from '#shared/parameters/parameter-form.ts'
import { findSet } from '#shared/parameters/parameter-model.ts'
import { CUP, checkVessels, FAMILY, JUG, KIT, TOP, type Written } from './parameter-case.ts'

async function model(): Promise<Model> {
  const result = await checkVessels()
  if (!result.ok) throw new Error(result.problems.map(({ file, message }) => `${file} ${message}`).join('\n'))
  return result.model
}

describe('parameter sets', () => {
  test('of the last level compile to fields that are filtered and sorted by default', async () => {
    const jug = findSet(await model(), 'vessel', 'jug')
    expect(jug?.groups).toEqual([
      { title: '容量', fields: ['volume', 'shape'] },
      { title: '保温', fields: ['warm', 'lid', 'maker'] },
    ])
    expect(jug?.fields.map(({ name, filter, sort }) => [name, filter, sort])).toEqual([
      ['volume', true, true],
      ['shape', true, false],
      ['warm', true, true],
      ['lid', true, false],
      ['maker', false, false],
    ])
  })

  test('of a parent level share the fields of all children, in one unit', async () => {
    const top = findSet(await model(), 'vessel', 'V1')
    expect(top?.fields.map(({ name, title, unit, better }) => [name, title, unit, better])).toEqual([
      ['volume', '容积', 'L', 'high'],
      ['shape', '形状', undefined, undefined],
      ['warm', '保温', 'h', undefined],
    ])
    const [volume, shape] = top?.fields ?? []
    expect(volume?.schema).toMatchObject({ minimum: 0.1, maximum: 5 })
    expect(shape?.schema.enum).toEqual(['圆', '方', '高'])
  })

  test('compile to the dictionaries of their levels', async () => {
    const { dictionaries } = await model()
    const itemsOf = (name: string) => dictionaries.find((one) => one.name === name)?.items
    expect(itemsOf('vesselGroup')).toEqual([{ value: 'V1', label: '盛水器皿' }])
    expect(itemsOf('vesselKind')).toEqual([
      { value: 'jug', label: '水壶', parent: 'V1', measure: '把' },
      { value: 'cup', label: '杯子', parent: 'V1' },
    ])
  })

  test('complete the form of a type with the fields of the chosen category', async () => {
    const whole = await model()
    const form = whole.forms.find(({ id }) => id === 'kit')
    if (!form) throw new Error('no form')
    expect(form.fields.map(({ name }) => name)).toEqual(['title', 'kind', 'params'])
    const jug = formWith(form, findSet(whole, 'vessel', 'jug'))
    const { params } = jug.schema.properties as Record<string, Written>
    expect(Object.keys(params.properties)).toEqual(['volume', 'shape', 'warm', 'lid', 'maker'])
    expect(params).toMatchObject({ required: ['volume'], additionalProperties: false })
    expect(params.properties.volume['x-unit']).toBe('L')
    expect(formWith(form, findSet(whole, 'vessel', 'jug'))).toBe(jug)
  })

  test('accept a new category as one file', async () => {
    const written = { $schema: '../../config/parameter-set.schema.json', title: '碗', parent: 'V1' }
    const bowl = {
      ...written,
      groups: [{ title: '容量', fields: { volume: { type: 'number', title: '容积', 'x-unit': 'L' } } }],
    }
    const result = await checkVessels(undefined, undefined, { 'schemas/parameters/vessel/bowl.json': bowl })
    expect(result).toMatchObject({ ok: true })
    const kinds = result.ok ? result.model.dictionaries.find(({ name }) => name === 'vesselKind') : undefined
    expect(kinds?.items.map(({ label }) => label)).toEqual(['水壶', '杯子', '碗'])
  })
})

const volume = (written: Written) => written.groups[0].fields.volume
const kit = (written: Written) => written.fields.properties

/** What is wrong, in which file, how it comes about, the rule, and what is said. */
const CASES: readonly (readonly [string, string, (written: Written) => unknown, string, string])[] = [
  ['a parent that is not there', JUG, (w) => Object.assign(w, { parent: 'V2' }), 'set_unknown', '“V2”'],
  ['a category under itself', TOP, (w) => Object.assign(w, { parent: 'V1' }), 'set_ring', '循环'],
  ['one level too many', CUP, (w) => Object.assign(w, { parent: 'jug' }), 'set_parent', '上级须在第 1 级'],
  [
    'one below the last level that says nothing',
    CUP,
    (w) => {
      delete w.groups
      delete w.required
      w.parent = 'jug'
    },
    'set_level',
    '第 3 级',
  ],
  [
    'parameters above the last level',
    TOP,
    (w) => Object.assign(w, { groups: [{ title: '组', fields: { a: { type: 'number', title: '甲' } } }] }),
    'set_groups',
    '末级类目',
  ],
  [
    'none on the last level',
    JUG,
    (w) => {
      delete w.groups
      delete w.required
    },
    'key_missing',
    'groups',
  ],
  [
    'a parameter twice',
    JUG,
    (w) => Object.assign(w.groups[1].fields, { volume: { type: 'number', title: '另一容积' } }),
    'parameter_duplicate',
    '“volume”',
  ],
  [
    'two with one name',
    JUG,
    (w) => Object.assign(w.groups[1].fields.warm, { title: '容积' }),
    'parameter_duplicate',
    '“容积”',
  ],
  [
    'a required one that is not there',
    JUG,
    (w) => Object.assign(w, { required: ['volum'] }),
    'field_unknown',
    '“volume”',
  ],
  [
    'a range without values',
    JUG,
    (w) => Object.assign(volume(w), { minimum: 9 }),
    'limits_contradict',
    'minimum',
  ],
  ['a step wider than the range', JUG, (w) => Object.assign(volume(w), { 'x-step': 9 }), 'step_wide', '9'],
  [
    'a direction of a text',
    JUG,
    (w) => Object.assign(w.groups[0].fields.shape, { 'x-better': 'high' }),
    'annotation_type',
    'x-better',
  ],
  [
    'a filter of a free text',
    JUG,
    (w) => Object.assign(w.groups[1].fields.maker, { 'x-filter': true }),
    'filter_type',
    '“maker”',
  ],
  ['a key of the wrong kind', JUG, (w) => Object.assign(volume(w), { unit: 'L' }), 'key_unknown', 'x-unit'],
  [
    'a dictionary that is written too',
    FAMILY,
    (w) => Object.assign(w.levels[0], { dictionary: 'mood' }),
    'dictionary_twice',
    '“mood”',
  ],
  [
    'a chooser that is not there',
    KIT,
    (w) => Object.assign(kit(w).params, { 'x-parameters': 'kin' }),
    'field_unknown',
    '“kind”',
  ],
  [
    'a chooser that is no category',
    KIT,
    (w) => Object.assign(kit(w).params, { 'x-parameters': 'title' }),
    'chooser_type',
    '“title”',
  ],
  [
    'a chooser above the last level',
    KIT,
    (w) => Object.assign(kit(w).kind, { 'x-dict': 'vesselGroup' }),
    'chooser_level',
    'vesselGroup',
  ],
  [
    'a chooser that may be empty',
    KIT,
    (w) => Object.assign(w.fields, { required: ['title'] }),
    'chooser_optional',
    '必填',
  ],
  [
    'parameters written beside',
    KIT,
    (w) => Object.assign(kit(w).params, { properties: { a: { type: 'string', title: '甲' } } }),
    'parameters_written',
    'properties',
  ],
  [
    'a category that is not above',
    KIT,
    (w) => Object.assign(kit(w).group, { 'x-dict': 'vesselKind' }),
    'of_level',
    'vesselGroup',
  ],
  [
    'a derived field that is asked',
    KIT,
    (w) => Object.assign(kit(w).group, { 'x-filter': true }),
    'of_stored',
    '“kind”',
  ],
]

describe('check of parameter sets', () => {
  test.each(CASES)('reports %s', async (_, file, change, slug, said) => {
    const result = await checkVessels(file, change)
    if (result.ok) throw new Error('nothing was found')
    const found = result.problems.filter((problem) => problem.file === file || slug === 'dictionary_twice')
    const own = found.find((problem) => problem.slug === slug)
    expect(own, JSON.stringify(found.map((one) => [one.slug, one.message]))).toBeDefined()
    expect(`${own?.message} ${own?.nearest ?? ''}`).toContain(said)
  })

  test('reports family_unknown for a folder without its family file', async () => {
    const result = await checkVessels(undefined, undefined, { [FAMILY]: undefined })
    expect(result.ok).toBe(false)
    const isAt = (place: { readonly file: string }) => place.file === JUG
    const found = result.ok
      ? []
      : result.problems.filter((problem) => isAt(problem) || problem.also?.some(isAt))
    expect(found.map(({ slug }) => slug)).toEqual(['family_unknown'])
  })

  test('reports derived_form for a form with x-parameters', async () => {
    const form = {
      $schema: '../config/form.schema.json',
      version: 1,
      title: '试用',
      fields: {
        type: 'object',
        properties: {
          kind: { type: 'string', title: '种类', 'x-dict': 'vesselKind' },
          params: { type: 'object', title: '参数', 'x-parameters': 'kind' },
        },
      },
    }
    const result = await checkVessels(undefined, undefined, { 'schemas/forms/vessel.json': form })
    expect(result.ok ? [] : result.problems.map(({ slug }) => slug)).toContain('derived_form')
  })

  test('reports a broken set only in its own file, not where other files name its category', async () => {
    const result = await checkVessels(JUG, (w) => Object.assign(w, { groups: 3 }))
    expect(result.ok ? [] : result.problems.map(({ file }) => file)).toEqual([JUG])
  })
})
