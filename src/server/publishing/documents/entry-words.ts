// Formats an item for a feed: the columns of its list, in words.

import { shortAreaName } from '#server/platform/areas/area-names.ts'
import type { DescribedField } from '#shared/content/page-description.ts'
import { localTimeAt } from '#shared/formats/portal-time.ts'
import type { Dictionary } from '#shared/model/content-model.ts'
import type { Column } from '#shared/model/page-model.ts'

export type FeedItem = Readonly<Record<string, unknown>>

/** Files and objects say nothing in a line of words. */
const UNSAID: ReadonlySet<string> = new Set([
  'image',
  'image-list',
  'file-list',
  'rich-text',
  'object',
  'object-list',
])

/** Each on a line of its own; a long text stands first, without its label. */
export function summaryOf(
  dictionaries: readonly Dictionary[],
  columns: readonly Column[],
  item: FeedItem,
): string {
  const lines = columns.flatMap((column) => {
    const words = formatColumn(dictionaries, column, item)
    const isText = column.field.type === 'long-text'
    return words === '' ? [] : [{ isText, line: isText ? words : `${column.label}：${words}` }]
  })
  return [...lines.filter(({ isText }) => isText), ...lines.filter(({ isText }) => !isText)]
    .map(({ line }) => line)
    .join('\n')
}

const formatColumn = (
  dictionaries: readonly Dictionary[],
  { field, options }: Column,
  item: FeedItem,
): string => formatField(dictionaries, field, item, options)

/** Empty where there is no value, or none that words say; `options` of its cell. */
export function formatField(
  dictionaries: readonly Dictionary[],
  field: DescribedField,
  item: FeedItem,
  options?: Column['options'],
): string {
  const { name, type } = field
  if (UNSAID.has(type)) return ''
  const label = (dict: string | undefined, value: unknown): string | undefined =>
    dictionaries.find((one) => one.name === dict)?.items.find((one) => one.value === value)?.label
  const value = type === 'ref' || type === 'ref-list' ? item[`${name}Title`] : item[name]
  const words = [value].flat().flatMap((one) => {
    if (one === null || one === undefined || one === '' || typeof one === 'object') return []
    if (type === 'region') return [shortAreaName(String(one)) ?? String(one)]
    if (typeof one === 'boolean') return [one ? '是' : '否']
    if (type === 'date-time') return [minuteOf(String(one))]
    return [label(field.dict, one) ?? String(one)]
  })
  if (words.length === 0) return ''
  const { unit: by, units } = (options ?? {}) as { readonly unit?: unknown; readonly units?: unknown } // of the cell for amounts
  const unit = typeof by === 'string' ? label(String(units), item[by]) : field.unit
  return `${words.join('、')}${unit ? ` ${unit}` : ''}`
}

/** As clocks show it where the portal is. */
function minuteOf(time: string): string {
  const at = new Date(time).getTime()
  if (Number.isNaN(at)) return time
  return localTimeAt(at).slice(0, 16).replace('T', ' ')
}
