// Tests that every annotation changes the compiled model on the field types that accept it.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ANNOTATION_TYPES, RECORD_ANNOTATIONS } from '#config/compile/fields/annotation-types.ts'
import { type PortalFiles, readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { DEFAULT_WIDGETS } from '#shared/forms/default-widgets.ts'
import { FIELD_TYPES, type FieldType } from '#shared/model/content-model.ts'
import { someOf } from '../support/long-run.ts'
import { ROOT } from '../support/source-files.ts'

const PORTAL = readFolder(join(ROOT, 'tests/portals/specimen'))
const CONTENT = 'schemas/content/shelf.json'
/** A type with a parent. */
const CHILD = 'schemas/content/repairNote.json'
const PARENT = 'schemas/content/repair.json'
const FORM = 'schemas/forms/trial.json'

type Written = Readonly<Record<string, unknown>>

const text = (more: Written = {}) => ({ type: 'string', title: '某项', maxLength: 60, ...more })
const list = (items: Written, more: Written = {}) => ({
  type: 'array',
  title: '某项',
  maxItems: 3,
  items,
  ...more,
})
const file = { $ref: '../common/file.schema.json' }

/** How a field of each type is written. */
const FIELDS: Readonly<Record<FieldType, Written>> = {
  text: text(),
  'long-text': text({ 'x-widget': 'textarea' }),
  'rich-text': text({ 'x-widget': 'rich-text' }),
  number: { type: 'number', title: '某项' },
  integer: { type: 'integer', title: '某项' },
  boolean: { type: 'boolean', title: '某项' },
  date: text({ format: 'date' }),
  'date-time': text({ format: 'date-time' }),
  dict: text({ 'x-dict': 'toolGrade' }),
  'dict-list': list({ type: 'string' }, { 'x-dict': 'toolGrade', uniqueItems: true }),
  region: { $ref: '../common/region.schema.json', title: '某项' },
  ref: text({ 'x-ref': 'tool' }),
  'ref-list': list({ type: 'string', maxLength: 40 }, { 'x-ref': 'tool' }),
  image: text({ 'x-widget': 'image' }),
  'image-list': list(text(), { 'x-widget': 'image' }),
  'file-list': list(file, { 'x-widget': 'upload' }),
  'text-list': list({ type: 'string', maxLength: 10 }),
  url: text({ format: 'uri' }),
  mobile: text({ format: 'mobile' }),
  object: { type: 'object', title: '某项', properties: { a: text() } },
  'object-list': list({ type: 'object', properties: { a: text() } }),
}

/** Beside the field that bears the annotation. */
const BESIDE: Readonly<Record<string, Written>> = {
  other: text({ title: '另一项' }),
  amount: { type: 'number', title: '数目' },
  kindOf: text({ title: '类型', enum: ['tool', 'shelf'] }),
  kind: text({ title: '类别', 'x-dict': 'toolKind' }),
}

/** Where the type is said by the annotation itself, the field stands without it. */
const BARE: Readonly<Record<string, Partial<Record<FieldType, Written>>>> = {
  'x-dict': { dict: text(), 'dict-list': list({ type: 'string' }, { uniqueItems: true }) },
  'x-ref': { ref: text(), 'ref-list': list({ type: 'string', maxLength: 40 }) },
  'x-ref-by': { ref: text() },
  'x-widget': { image: text({ 'x-type': 'image' }), 'image-list': list(text(), { 'x-type': 'image-list' }) },
  'x-parameters': { object: { type: 'object', title: '某项' } },
}

/** Written so that the type is another one as long as nothing says it. */
const OTHERWISE: Partial<Readonly<Record<FieldType, Written>>> = {
  text: text({ format: 'date' }),
  number: { type: 'integer', title: '某项' },
  integer: { type: 'number', title: '某项' },
}
/** Options of the input that draws a field of the type. */
const INPUT_OPTIONS: Readonly<Partial<Record<FieldType, Written>>> = {
  text: { autocomplete: 'name' },
  'long-text': { rows: 5 },
  'date-time': { preset: 'now' },
  region: { depth: 2 },
  image: { maxSize: 1 },
  'image-list': { maxSize: 1 },
  'file-list': { maxSize: 1 },
}
/** What a list of texts is as long as nothing says otherwise, and fields whose input takes no options. */
const USUAL: Readonly<Record<string, readonly FieldType[]>> = {
  'x-type': ['text-list'],
  'x-options': FIELD_TYPES.filter((type) => INPUT_OPTIONS[type] === undefined),
}

function bareOf(key: string, type: FieldType): Written {
  if (key === 'x-type') return OTHERWISE[type] ?? (isList(type) ? list({ type: 'string' }) : text())
  if ((key === 'x-past' || key === 'x-age') && type === 'text')
    return text({ pattern: '^[0-9]{4}-[0-9]{2}$' })
  const bare = BARE[key]?.[type] ?? FIELDS[type]
  // What a step names.
  return key === 'x-demands' ? { ...bare, 'x-from': 'step' } : bare
}

const isList = (type: FieldType): boolean => type.endsWith('-list')

/** Inputs that a field of the type is not drawn with unless it says so. */
function inputsFor(type: FieldType): string[] {
  const folder = 'schemas/widgets/inputs/'
  return [...PORTAL].flatMap(([path, content]) => {
    if (!path.startsWith(folder)) return []
    const name = path.slice(folder.length, -'.schema.json'.length)
    const { accepts } = JSON.parse(content) as { readonly accepts: readonly FieldType[] }
    return accepts.includes(type) && DEFAULT_WIDGETS[type].input !== name ? [name] : []
  })
}

/** Drawn by one input alone. */
const ONE_INPUT: readonly FieldType[] = FIELD_TYPES.filter((type) => inputsFor(type).length === 0)

/** What is tried. */
const VALUES: Readonly<Record<string, (type: FieldType) => unknown>> = {
  'x-dict': () => 'toolGrade',
  'x-ref': () => 'tool',
  'x-ref-by': () => 'kindOf',
  // A step fills in words, figures and days.
  'x-from': (type) => (['ref', 'ref-list', 'url'].includes(type) ? 'parent.trial' : 'step'),
  'x-parameters': () => 'kind',
  'x-unit': () => '元',
  'x-better': () => 'high',
  'x-step': () => 5,
  'x-search': () => 'B',
  'x-filter': () => true,
  'x-sort': () => true,
  'x-secret': () => true,
  'x-personal': () => true,
  'x-visible': () => ['owner'],
  'x-set': () => ({ by: ['owner'] }),
  'x-sensitive': () => SENSITIVE['x-sensitive'],
  'x-options': (type) => INPUT_OPTIONS[type],
  'x-placeholder': () => '如 一',
  'x-help': () => '写清楚',
  'x-type': (type) => type,
  'x-unique': () => true,
  'x-required-when': () => ({ 'form.other': '是' }),
  'x-holds': () => ['published'],
  'x-demands': () => ({ when: { 'item.status': 'online' }, words: '目前不能选' }),
  'x-same': (type) => (['number', 'integer'].includes(type) ? 'amount' : 'other'),
  'x-number': () => ({ less: 'form.amount' }),
  'x-settings': () => ({ by: 'form.code', of: { size: { type: 'integer', default: 1 } } }),
  'x-past': () => true,
  'x-age': () => [18, 60],
  'x-date': () => ({ after: 'today' }),
}

const SENSITIVE = { 'x-sensitive': { purpose: '核对身份', retention: '一年' } }

/** A number by which somebody is called says of whom it is seen, wherever others read it. */
const OPEN = { 'x-visible': ['anyone'] }

/** What is said of a field that a step fills. */
const isOfStep = (annotation: Written) => annotation['x-from'] === 'step' || 'x-demands' in annotation

/** Where the annotation can stand. */
function placesOf(annotation: Written): readonly string[] {
  if (annotation['x-from'] === 'parent.trial') return [CHILD]
  return Object.keys(annotation).some((key) => RECORD_ANNOTATIONS.has(key)) ? [CONTENT] : [CONTENT, FORM]
}

/** A lifecycle of the type's own, of which a step empties the field. */
function addStep(files: Map<string, string>, own: { lifecycle: string }): void {
  const lifecycle = JSON.parse(PORTAL.get(`schemas/lifecycles/${own.lifecycle}.json`) ?? '')
  own.lifecycle = 'stepped'
  const step = lifecycle.transitions.find(({ action }: { action: string }) => action === 'offline')
  step.do = [{ set: { trial: null } }]
  files.set('schemas/lifecycles/stepped.json', JSON.stringify(lifecycle))
}

/** The model with the field, or what the check says against it. */
function outcome(path: string, field: Written, isStepped: boolean): string | readonly string[] {
  const own = JSON.parse(PORTAL.get(path) ?? 'null') ?? {
    $schema: '../../../../../schemas/config/form.schema.json',
    version: 1,
    title: '试用',
    fields: { type: 'object', properties: { health: text({ title: '病史', ...SENSITIVE }) } },
    sensitive: { page: 'home', title: '隐私政策', version: '1' },
  }
  // Whatever decides something else has to be there.
  own.fields.required = [...(own.fields.required ?? []), 'kind']
  Object.assign(own.fields.properties, BESIDE, { trial: field })
  if (path === CONTENT) {
    // Names of settings, of which none is there twice.
    own.fields.properties.code = text({ title: '代号', 'x-unique': true })
    own.fields.required.push('code')
  }
  const files: PortalFiles & Map<string, string> = new Map(PORTAL)
  if (isStepped) addStep(files, own)
  if (path === CHILD) {
    const parent = JSON.parse(PORTAL.get(PARENT) ?? '')
    const { 'x-from': _, ...source } = field
    parent.fields.properties.trial = source
    files.set(PARENT, JSON.stringify(parent))
  }
  if (PORTAL.borrowed) files.borrowed = PORTAL.borrowed
  const result = checkConfiguration(files.set(path, JSON.stringify(own, null, 2)))
  if (!result.ok) return result.problems.map(({ message }) => message)
  const { hash: _, ...model } = result.model
  return JSON.stringify(model)
}

/** What comes of a field without an annotation is asked for each annotation that it may bear. */
const known = new Map<string, ReturnType<typeof outcome>>()
function outcomeWithout(path: string, field: Written, isStepped: boolean): ReturnType<typeof outcome> {
  const key = JSON.stringify([path, field, isStepped])
  const result = known.get(key) ?? outcome(path, field, isStepped)
  known.set(key, result)
  return result
}

/** Undefined where it changes what is compiled; otherwise what is said against it. */
function findDead(type: FieldType, bare: Written, annotation: Written): string | undefined {
  const said: string[] = []
  for (const path of placesOf(annotation)) {
    const written = { ...(path === CONTENT && type === 'mobile' ? OPEN : {}), ...bare }
    const isStepped = path === CONTENT && isOfStep(annotation)
    const before = outcomeWithout(path, written, isStepped)
    const after = outcome(path, { ...written, ...annotation }, isStepped)
    if (typeof before === 'string' && typeof after === 'string' && after !== before) return undefined
    said.push(...(typeof after === 'string' ? [] : after))
  }
  return `${type}: ${said.join('；') || 'changes nothing'}`
}

describe('field annotations', () => {
  const keys = Object.entries(ANNOTATION_TYPES).filter(([key]) => VALUES[key])
  test.each(keys)('%s changes the compiled model on the field types that accept it', (key, types) => {
    const all = types.filter((type) => !USUAL[key]?.includes(type))
    const tried = someOf(all, 2)
    expect(tried.length).toBeGreaterThan(0)
    const dead = tried.flatMap(
      (type) => findDead(type, bareOf(key, type), { [key]: VALUES[key]?.(type) }) ?? [],
    )
    expect(dead).toEqual([])
  })
  test('x-widget changes the compiled model on every field type with several inputs', () => {
    const dead = someOf(ANNOTATION_TYPES['x-widget'] ?? [], 6).flatMap((type) => {
      const said: string[] = []
      for (const name of inputsFor(type)) {
        const one = findDead(type, bareOf('x-widget', type), { 'x-widget': name })
        if (one === undefined) return []
        said.push(one)
      }
      return said.slice(0, 1)
    })
    expect(dead).toEqual([])
    expect(ONE_INPUT.length).toBeLessThan(FIELD_TYPES.length / 2)
  })
  test('the cases cover every annotation and every field type, with four exceptions', () => {
    const others = Object.keys(ANNOTATION_TYPES).filter((key) => !VALUES[key])
    // What a category decides above it takes a family of two levels, and what follows an item above it, a type with one:
    // the portal itself has both. What fills a form names a field of a registration: prefill.test.ts has it.
    expect(others).toEqual(['x-of', 'x-widget', 'x-follows', 'x-prefill'])
    expect(Object.keys(FIELDS).sort()).toEqual([...FIELD_TYPES].sort())
  })
})
