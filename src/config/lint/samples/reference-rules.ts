// Rules over references of samples, files beside them, and pages that name a sample.

import type { Path } from '#config/load/document.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import { Place } from '#config/load/place.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { defineRule, type Lint, type Row, type Rule } from '../rule.ts'

const ATTACHED = /^@file:(.+)$/

/** A file that a sample names exists beside the samples. */
const attachedFiles = defineRule('samples', ({ at, rows }, { context: { attached } }) => {
  if (!attached) return
  for (const [index, row] of rows.entries())
    for (const [name, value] of Object.entries(row))
      for (const one of Array.isArray(value) ? value : [value]) {
        const file = typeof one === 'string' ? ATTACHED.exec(one)?.[1] : undefined
        if (file !== undefined) at.at('items', index, name).expect(attached, file, 'sample_file', {})
      }
})

/** From so many references on that lead nowhere, and most of them, it is another type that they lead to. */
const SEVERAL = 3

const references = defineRule('samples', ({ at, type, rows }, lint) => {
  const ids = lint.idsOfSamples
  for (const field of type.fields) {
    if (field.refBy !== undefined) checkNamedType(at, field, rows, ids, lint)
    if (field.ref === undefined || !ids.has(field.ref)) continue
    checkReferences(at, type, field, rows, ids)
    if (field.ref === type.name) checkCycles(at, field, rows)
  }
})

function checkReferences(
  at: Place,
  type: ContentType,
  { name, title, ref = '' }: Field,
  rows: readonly Row[],
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const all = rows.flatMap((row, index) =>
    [row[name] ?? []]
      .flat()
      .flatMap((id) =>
        typeof id === 'string' && id !== '' ? [{ id, place: at.at('items', index, name) }] : [],
      ),
  )
  const known = ids.get(ref) ?? new Set()
  const missing = all.filter(({ id }) => !known.has(id))
  const [first] = missing
  const own = at.context.of('content').get(type.name)
  const path: Path = ['fields', 'properties', name, 'x-ref']
  if (!own || !first || hasProblemAt(at.context, own, path)) return
  if (missing.length >= SEVERAL && missing.length * 2 > all.length) {
    const meant = [...ids].find(([, others]) => all.every(({ id }) => others.has(id)))?.[0]
    new Place(at.context, own, path).report('reference_other', {
      found: ref,
      ...(meant ? { expected: meant } : {}),
      field: { name, title },
      all,
      missing,
      first,
      meant: meant ? `，这些内容均在 ${meant} 中：请改为引用 ${meant}` : '',
    })
    return
  }
  for (const { id, place } of missing)
    place.report('sample_reference', { found: id, known, title, name, where: ref, other: '' })
}

/** No sample is its own ancestor; each cycle is reported once. */
function checkCycles(at: Place, { name, title }: Field, rows: readonly Row[]): void {
  const above = new Map(rows.map((row) => [row._id, row[name]]))
  const seen = new Set<unknown>()
  for (const [index, { _id }] of rows.entries()) {
    const way = new Set<unknown>()
    let id: unknown = _id
    while (typeof id === 'string' && !seen.has(id) && !way.has(id)) {
      way.add(id)
      id = above.get(id)
    }
    if (way.has(id))
      at.at('items', index, name).report('sample_ring', {
        found: String(id),
        title,
        name,
        way: [...way, id].join(' → '),
      })
    for (const one of way) seen.add(one)
  }
}

/** Checks references that name a type as well. The dictionary's check reports unknown types. */
function checkNamedType(
  at: Place,
  { name, title, refBy = '' }: Field,
  rows: readonly Row[],
  ids: ReadonlyMap<string, ReadonlySet<string>>,
  { context, typeOf }: Lint,
): void {
  for (const [index, { [name]: id, [refBy]: type }] of rows.entries()) {
    if (typeof type !== 'string' || typeof id !== 'string' || id === '') continue
    const known = ids.get(type)
    if (!typeOf.has(type) || known?.has(id) || context.isInvalid('samples', type)) continue
    const other = [...ids].find(([, all]) => all.has(id))?.[0]
    at.at('items', index, name).report('sample_reference', {
      found: id,
      ...(other === undefined && known ? { known } : {}),
      title,
      name,
      where: `${type}（${typeOf.get(type)?.title}）`,
      other: other === undefined ? '' : `：该内容在示例 ${other} 中，${refBy} 应写“${other}”`,
    })
  }
}

/** A parameter of an address that is written out, or its last part. */
const IN_ADDRESS = /[?&](\w+)=([^&#{}]+)|\/([^/?#{}]+)$/g
/** Parameters by which one item is opened. */
const OF_ITEM: readonly unknown[] = ['id', 'dataId']

interface Id {
  readonly id: string
  readonly isOpened: boolean
}

function idsIn(text: string, path: Path): readonly Id[] {
  if (!/[/?]/.test(text))
    return path.includes('params') || path.includes('body')
      ? [{ id: text, isOpened: OF_ITEM.includes(path.at(-1)) }]
      : []
  return [...text.matchAll(IN_ADDRESS)].map(([, name, value, last]) => ({
    id: value ?? last ?? '',
    isOpened: name === undefined || OF_ITEM.includes(name),
  }))
}

/** Items under items of the same type classify others, and stay: lists name them as they would a code. */
const isTree = ({ name, parent, fields }: ContentType): boolean =>
  parent !== undefined && fields.some((field) => field.name === parent && field.ref === name)

/** Pages that name one sample work only where the samples exist. */
const namedSamples = defineRule(
  'text',
  { kinds: ['page', 'zone', 'menu', 'site', 'notice'] },
  ({ text, path, at }, { typeOfSample }) => {
    const named = idsIn(text, path).find(({ id, isOpened }) => {
      const type = typeOfSample.get(id)
      return type && (isOpened || !isTree(type))
    })
    if (named) at().report('sample_id', { found: named.id, type: typeOfSample.get(named.id)?.title })
  },
)

/** Values that pages give to calls name existing samples. */
const givenIds = defineRule('text', { kinds: ['page', 'zone'] }, ({ text, path, file, at }, lint) => {
  if (path.at(-2) !== 'params') return
  const operation = lint.operationOf.get(enclosingOperation(file.at.document.value, path) ?? '')
  if (operation) checkFixedId(at(), lint, operation, String(path.at(-1)), text)
})

/** As do those that calls fix themselves. */
const fixedIds = defineRule('operation', ({ at, operation, type }, lint) => {
  for (const [name, value] of type ? Object.entries(operation.content?.fixed ?? {}) : [])
    if (typeof value === 'string') checkFixedId(at.at('fixed', name), lint, operation, name, value)
})

interface Around {
  readonly page?: unknown
  readonly operation?: unknown
  readonly source?: string | { readonly operation?: string }
}

/** Returns the call that receives the parameters: declared beside them, or as the source that contains them. */
function enclosingOperation(value: unknown, path: Path): string | undefined {
  const around = [value as Around]
  for (const key of path.slice(0, -2)) {
    const [inner] = around
    around.unshift(((inner as Readonly<Record<string | number, unknown>>)[key] ?? {}) as Around)
  }
  for (const { page, operation, source } of around) {
    // A link gives them to another page.
    if (page !== undefined) return undefined
    const found = operation ?? (typeof source === 'object' ? source.operation : source)
    if (typeof found === 'string') return found
  }
  return undefined
}

/** Stands for any named item. */
const ANY = '*'

function checkFixedId(
  at: Place,
  { typeOf, idsOfSamples }: Lint,
  { content }: Operation,
  name: string,
  value: string,
): void {
  const type = typeOf.get(content?.type ?? '')
  const { field = name, match = 'value' } =
    type && Object.hasOwn(type.parameters, name) ? (type.parameters[name] ?? {}) : {}
  const { ref } = type?.fields.find((one) => one.name === field) ?? {}
  const known = idsOfSamples.get(ref ?? '')
  if (!ref || match !== 'value' || !known?.size || placeholdersOf(value).length > 0) return
  for (const id of value.split(','))
    if (id !== ANY && !known.has(id) && !hasProblemAt(at.context, at.document, at.path))
      at.report('sample_id_unknown', { found: id, known, name, ref: typeOf.get(ref)?.title ?? ref })
}

export const sampleReferenceRules: readonly Rule[] = [
  attachedFiles,
  references,
  namedSamples,
  givenIds,
  fixedIds,
]
