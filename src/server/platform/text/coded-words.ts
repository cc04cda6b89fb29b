// Collects the search words of an item's coded values and region: names, never codes.
import { createHash } from 'node:crypto'
import { areaName } from '#server/platform/areas/area-name.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { isCoded, type SearchTexts } from './search-vector.ts'

export interface CodeLabels {
  /** Of all fields that are searched and that everybody sees. */
  readonly of: (body: Readonly<Record<string, unknown>>) => SearchTexts
  /** The same value in words; undefined where the field holds no codes. */
  readonly spell: (name: string, value: unknown) => string | undefined
  /** Changes when an item with the same codes is found by other words than before. */
  readonly signature: string
}

export function buildCodeLabels(model: Model, type: ContentType): CodeLabels {
  const fields = type.fields.filter((field) => isCoded(field) && field.search !== undefined && !field.visible)
  const labels = new Map(fields.map((field) => [field.name, labelsOf(model, field)]))
  const spell = (name: string, value: unknown): string | undefined => {
    const known = labels.get(name)
    if (!known) return undefined
    const codes = [value].flat().filter((code) => typeof code === 'string')
    return codes.map((code) => known(code) ?? '').join(' ')
  }
  return {
    of: (body) => fields.map(({ name, search }) => [spell(name, body[name]) ?? '', search ?? 'D'] as const),
    spell,
    signature: signatureOf(model, fields),
  }
}

function labelsOf(model: Model, { type, dict }: Field): (code: string) => string | null | undefined {
  if (type === 'region') return areaName
  const items = model.dictionaries.find(({ name }) => name === dict)?.items ?? []
  const byValue = new Map(items.map(({ value, label }) => [value, label]))
  return (code) => byValue.get(code)
}

function signatureOf({ dictionaries }: Model, fields: readonly Field[]): string {
  const used = new Set(fields.map(({ dict }) => dict))
  const written = dictionaries
    .filter(({ name }) => used.has(name))
    .map(({ name, items }) => [name, items.map(({ value, label }) => [value, label])])
  return createHash('sha256').update(JSON.stringify(written)).digest('hex').slice(0, 16)
}
