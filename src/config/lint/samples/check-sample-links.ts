// Checks references of samples, and the parameters of their category.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { chosenSet, parameterField } from '#shared/parameters/parameter-form.ts'
import { checkValue } from './check-samples.ts'

type Row = Readonly<Record<string, unknown>>

export function checkSampleLinks(
  context: Context,
  { contentTypes, samples, families }: Pick<Model, 'contentTypes' | 'samples' | 'families'>,
): void {
  const ids = new Map(
    Object.entries(samples).map(([type, rows]) => [type, new Set(rows.map((row) => (row as Row)._id))]),
  )
  const titles = new Map(contentTypes.map(({ name, title }) => [name, title]))
  for (const type of contentTypes) {
    const document = context.of('samples').get(type.name)
    if (!document) continue
    const references = type.fields.filter(({ ref }) => ref !== undefined && ids.has(ref))
    for (const [index, row] of (samples[type.name] ?? []).entries()) {
      checkAttached(context, document, ['items', index], row as Row)
      checkParameters(context, document, ['items', index], type, row as Row, families)
    }
    for (const field of type.fields)
      if (field.refBy !== undefined)
        checkNamedType(context, document, field, samples[type.name] ?? [], ids, titles)
    for (const field of references)
      checkReferences(context, document, type.name, field, samples[type.name] ?? [], ids)
    for (const field of references)
      if (field.ref === type.name)
        checkParentCycle(context, document, field, (samples[type.name] ?? []) as readonly Row[])
  }
}

const ATTACHED = /^@file:(.+)$/

/** Checks that a file that a sample names exists beside the samples. */
function checkAttached(context: Context, document: Document, path: Path, row: Row): void {
  const { attached } = context
  if (!attached) return
  for (const [name, value] of Object.entries(row))
    for (const one of Array.isArray(value) ? value : [value]) {
      const file = typeof one === 'string' ? ATTACHED.exec(one)?.[1] : undefined
      if (file === undefined || attached.has(file)) continue
      context.report(document, [...path, name], {
        slug: 'sample_file',
        message: `schemas/samples/files 中没有文件“${file}”`,
        found: file,
        known: attached,
      })
    }
}

/** Checks that no sample is its own ancestor; each cycle is reported once. */
function checkParentCycle(
  context: Context,
  document: Document,
  { name, title }: Field,
  rows: readonly Row[],
): void {
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
      context.report(document, ['items', index, name], {
        slug: 'sample_ring',
        message: `“${title}”（${name}）构成循环：${[...way, id].join(' → ')}，没有最上一级的内容`,
        found: String(id),
      })
    for (const one of way) seen.add(one)
  }
}

/** From so many references on that lead nowhere, and most of them, it is another type that they lead to. */
const SEVERAL = 3

function checkReferences(
  context: Context,
  document: Document,
  type: string,
  { name, title, ref = '' }: Field,
  rows: readonly unknown[],
  ids: ReadonlyMap<string, ReadonlySet<unknown>>,
): void {
  const all = rows.flatMap((row, index) =>
    [(row as Row)[name] ?? []]
      .flat()
      .flatMap((id) => (typeof id === 'string' && id !== '' ? [{ id, path: ['items', index, name] }] : [])),
  )
  const missing = all.filter(({ id }) => !ids.get(ref)?.has(id))
  const [first] = missing
  const own = context.of('content').get(type)
  const path: Path = ['fields', 'properties', name, 'x-ref']
  if (own && hasProblemAt(context, own, path)) return
  if (own && first && missing.length >= SEVERAL && missing.length * 2 > all.length) {
    const meant = [...ids].find(([, known]) => all.every(({ id }) => known.has(id)))?.[0]
    context.report(own, path, {
      slug: 'reference_other',
      message: `“${title}”（${name}）引用 ${ref}，${all.length} 条示例中却有 ${missing.length} 条所指的内容不在其中，如“${first.id}”${meant ? `，这些内容均在 ${meant} 中：请改为引用 ${meant}` : ''}`,
      found: ref,
      ...(meant ? { expected: meant } : {}),
    })
    return
  }
  for (const { id, path: at } of missing)
    context.report(document, at, {
      slug: 'sample_reference',
      message: `“${title}”（${name}）所指的“${id}”不在示例 ${ref} 中，链接无法打开`,
      found: id,
      known: [...(ids.get(ref) ?? [])].filter((one) => typeof one === 'string'),
    })
}

/** Checks references that name a type as well. The dictionary's check reports unknown types. */
function checkNamedType(
  context: Context,
  document: Document,
  { name, title, refBy = '' }: Field,
  rows: readonly unknown[],
  ids: ReadonlyMap<string, ReadonlySet<unknown>>,
  titles: ReadonlyMap<string, string>,
): void {
  for (const [index, row] of rows.entries()) {
    const { [name]: id, [refBy]: type } = row as Row
    if (typeof type !== 'string' || typeof id !== 'string' || id === '') continue
    const known = ids.get(type)
    if (!titles.has(type) || known?.has(id) || context.isInvalid('samples', type)) continue
    const other = [...ids].find(([, all]) => all.has(id))?.[0]
    context.report(document, ['items', index, name], {
      slug: 'sample_reference',
      message: `“${title}”（${name}）所指的“${id}”不在示例 ${type}（${titles.get(type)}）中，链接无法打开${other === undefined ? '' : `：该内容在示例 ${other} 中，${refBy} 应写“${other}”`}`,
      found: id,
      ...(other === undefined ? { known: [...(known ?? [])].filter((one) => typeof one === 'string') } : {}),
    })
  }
}

function checkParameters(
  context: Context,
  document: Document,
  path: Path,
  { fields }: ContentType,
  row: Row,
  families: Model['families'],
): void {
  const field = parameterField(fields)
  const given = field && row[field.name]
  if (!field || typeof given !== 'object' || given === null) return
  const family = families.find(({ name }) => name === field.parameters.family)
  const set = family?.sets.find(({ id }) => id === chosenSet(field, row))
  if (!set) return
  const known = new Map(set.fields.map((one) => [one.name, one]))
  for (const [name, value] of Object.entries(given)) {
    const own = known.get(name)
    if (own) checkValue(context, document, [...path, field.name, name], own, value)
    else
      context.report(document, [...path, field.name, name], {
        slug: 'field_unknown',
        message: `类目“${set.title}”没有参数“${name}”，不会显示`,
        found: name,
        known: known.keys(),
        key: true,
      })
  }
}
