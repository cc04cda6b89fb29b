// Formats a value for use outside the page, such as in a file: as its cell shows it, but numbers stay numbers.
import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { type Region, regionName } from '#portal/widgets/choices/use-regions.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Field } from '#shared/model/content-model.ts'

/** Declares the text for a referenced item that may no longer be seen: its number would not help a user. */
export const MISSING_REFERENCE = '已下线或已删除'

export function formatValue(
  field: Field,
  value: unknown,
  item: Item,
  regions: readonly Region[] = [],
): string {
  if (value === null || value === undefined || value === '') return ''
  const title = item[`${field.name}Title`]
  if (title !== undefined)
    return [title]
      .flat()
      .map((one) => toText(one) || (isReference(field) ? MISSING_REFERENCE : ''))
      .filter(Boolean)
      .join('、')
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (field.type === 'region') return regionName(regions, toText(value)) || toText(value)
  const words = (one: unknown) => (field.dict ? dictionaryLabel(field.dict, toText(one)) : toText(one))
  return [value].flat().map(words).join('、')
}

const isReference = ({ ref, type }: Field): boolean =>
  ref !== undefined || type === 'ref' || type === 'ref-list'
