// Finds the label of a dictionary's value.
import type { Model } from '#shared/model/model.ts'

/**
 * Returns the label of a value in a dictionary of the model; the value itself if the dictionary has no such entry.
 *
 * @example
 * labelOf({ dictionaries }, 'level', 'A') // → '国家级'
 * labelOf({ dictionaries }, 'level', 'Z') // → 'Z'
 */
export function labelOf(
  { dictionaries }: Pick<Model, 'dictionaries'>,
  dictionary: string | undefined,
  value: string,
): string {
  const items = dictionaries.find(({ name }) => name === dictionary)?.items
  return items?.find((item) => item.value === value)?.label ?? value
}
