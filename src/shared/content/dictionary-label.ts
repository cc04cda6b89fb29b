// Finds the label of a dictionary's value.
import type { Model } from '#shared/model/model.ts'

/** The value itself where the dictionary has none such. */
export function labelOf(
  { dictionaries }: Pick<Model, 'dictionaries'>,
  dictionary: string | undefined,
  value: string,
): string {
  const items = dictionaries.find(({ name }) => name === dictionary)?.items
  return items?.find((item) => item.value === value)?.label ?? value
}
