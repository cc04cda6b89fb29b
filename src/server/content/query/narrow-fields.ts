// Reduces answers to the fields that an operation declares.
import type { ContentCall } from '#shared/model/operation-model.ts'

type Item = Record<string, unknown>

/** Id, type and title are always included, to identify the item. */
export function onlyFields({ fields }: ContentCall, item: Item): Item {
  if (!fields) return item
  const kept = new Set(['id', 'type', 'title', ...fields, ...fields.map((name) => `${name}Title`)])
  return Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name)))
}
