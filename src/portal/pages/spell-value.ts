// Owns the words of a value outside the page, such as in a file: as its cell says it, but for numbers, which stay numbers.
import type { Field } from '../../shared/content-model.ts'
import { labelOf } from '../app/dictionaries.ts'
import { toText } from '../ui/to-text.ts'
import { MISSING_REFERENCE } from '../widgets/missing-reference.ts'
import { type Region, regionName } from '../widgets/use-regions.ts'
import type { Item } from '../widgets/widget-props.ts'

export function spellValue(
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
  const words = (one: unknown) => (field.dict ? labelOf(field.dict, toText(one)) : toText(one))
  return [value].flat().map(words).join('、')
}

const isReference = ({ ref, type }: Field): boolean =>
  ref !== undefined || type === 'ref' || type === 'ref-list'
