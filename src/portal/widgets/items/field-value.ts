// Reads a field of an item; a name with a dot reads a field inside an object.
import type { Item } from '#portal/widgets/widget-props.ts'

export function valueAt(item: Item, name: string): unknown {
  const dot = name.indexOf('.')
  if (dot < 0) return item[name]
  const inner = item[name.slice(0, dot)]
  return typeof inner === 'object' && inner !== null ? (inner as Item)[name.slice(dot + 1)] : undefined
}
