// Builds the schema.org data of an item for search engines by the mapping of its type.

import { shortAreaName } from '#server/platform/areas/area-names.ts'
import { fileAddress } from '#shared/addresses/file-address.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { Structured, StructuredValue } from '#shared/model/structured-data.ts'

type StructuredItem = Readonly<Record<string, unknown>>

interface Around {
  readonly model: Model
  readonly type: ContentType
  /** Such as `https://portal.example`; files and pictures are named with it. */
  readonly origin: string
}

/** As schema.org has one parameter. */
interface Property {
  readonly '@type': 'PropertyValue'
  readonly name: string
  readonly value: unknown
  readonly unitText?: string
}

const FILES = new Set<Field['type']>(['image', 'image-list', 'file-list'])

/** As JSON-LD has it; undefined where the item has nothing to tell. */
export function toStructured(
  around: Around,
  structured: Structured,
  item: StructuredItem,
): StructuredItem | undefined {
  const node = toNode(around, structured, item)
  return node && { '@context': 'https://schema.org', ...node }
}

/** A part of which only what is always the same is left says nothing. */
function toNode(
  around: Around,
  { type, properties }: Structured,
  item: StructuredItem,
): StructuredItem | undefined {
  const entries = Object.entries(properties).map(
    ([name, value]) => [name, toValue(around, value, item), isFixed(value)] as const,
  )
  const definedEntries = entries.filter(([, value]) => value !== undefined)
  if (definedEntries.every(([, , fixed]) => fixed)) return undefined
  return { '@type': type, ...Object.fromEntries(definedEntries.map(([name, value]) => [name, value])) }
}

const isFixed = (value: StructuredValue): boolean => typeof value === 'object' && 'text' in value

function toValue(around: Around, value: StructuredValue, item: StructuredItem): unknown {
  if (typeof value === 'string') return toField(around, value, item)
  if ('text' in value) return value.text
  if ('properties' in value) return toNode(around, value, item)
  const [number, factor] = [item[value.field], value.times[String(item[value.by])]]
  if (typeof number !== 'number' || factor === undefined) return undefined
  return Number((number * factor).toPrecision(12))
}

function toField(around: Around, name: string, item: StructuredItem): unknown {
  const field = around.type.fields.find((one) => one.name === name)
  if (!field) return undefined
  if (field.parameters) return toProperties(around, field, item)
  if (FILES.has(field.type)) return toAddresses(around, field, item)
  const value = field.type === 'ref' || field.type === 'ref-list' ? item[`${name}Title`] : item[name]
  if (Array.isArray(value)) {
    const texts = value.flatMap((one) => toText(around.model, field, one) ?? [])
    return texts.length > 0 ? texts : undefined
  }
  return toText(around.model, field, value)
}

function toText(model: Model, field: Field, value: unknown): unknown {
  if (value === null || value === undefined || value === '' || typeof value === 'object') return undefined
  if (field.type === 'region') return shortAreaName(String(value)) ?? undefined
  const { items = [] } = model.dictionaries.find(({ name }) => name === field.dict) ?? {}
  return items.find((one) => one.value === value)?.label ?? value
}

/** Each parameter with its title and unit, in the order of its category. */
export function toProperties(
  { model }: Pick<Around, 'model'>,
  { name, parameters }: Field,
  item: StructuredItem,
): readonly Property[] | undefined {
  const family = model.families.find((one) => one.name === parameters?.family)
  const set = family?.sets.find(({ id }) => id === item[parameters?.by ?? ''])
  const held = (item[name] ?? {}) as StructuredItem
  const parameterProperties = (set?.fields ?? []).flatMap((field): Property[] => {
    const value = toText(model, field, held[field.name])
    if (value === undefined) return []
    return [
      {
        '@type': 'PropertyValue',
        name: field.title,
        value: typeof value === 'boolean' ? (value ? '是' : '否') : value,
        ...(field.unit ? { unitText: field.unit } : {}),
      },
    ]
  })
  return parameterProperties.length > 0 ? parameterProperties : undefined
}

const FILE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Of stored files and of the portal's own; the drawing of its category where the item has no picture. */
export function toAddresses(
  { type, origin }: Pick<Around, 'type' | 'origin'>,
  { name }: Pick<Field, 'name'>,
  item: StructuredItem,
): readonly string[] | undefined {
  const found = [item[name]].flat().flatMap((value) => {
    if (typeof value !== 'string') return []
    if (FILE_ID.test(value)) return [`${origin}${fileAddress(value)}`]
    return /^\/(?![/\\])/.test(value) ? [`${origin}${value}`] : []
  })
  if (found.length > 0) return found
  const { picture } = type
  const drawn = picture?.field === name && picture.by !== undefined ? item[picture.by] : undefined
  if (typeof drawn !== 'string' || drawn === '') return undefined
  return [`${origin}/pictures/${picture?.family}/${encodeURIComponent(drawn)}.svg`]
}
