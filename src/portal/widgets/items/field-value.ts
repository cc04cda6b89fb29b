// Reads a field of an item; a name with a dot reads a field inside an object.

import { currentManifest } from '#portal/core/configuration/manifest.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { viewersTitle } from '#shared/access/field-read-access.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Column } from '#shared/model/page-model.ts'

/** Such as 仅已登录用户可见; empty where everybody sees it. */
export function readersOf({ visible }: Field): string {
  if (visible === undefined || visible.length === 0 || visible.includes('anyone')) return ''
  return viewersTitle(visible, currentManifest().roles)
}

/** Instead of the value that the reader may not see: the server does not send it. Empty where it was sent, or left empty. */
export function withheldFrom(item: Item, field: Field): string {
  return valueAt(item, field.name) === undefined ? readersOf(field) : ''
}

/**
 * Returns false for a field that the server withholds from the viewer and for one that was left empty; an empty field
 * needs no line.
 */
export function hasValue(item: Item, { field }: Column): boolean {
  const value = valueAt(item, field.name)
  return (
    value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  )
}

export function valueAt(item: Item, name: string): unknown {
  const dot = name.indexOf('.')
  if (dot < 0) return item[name]
  const inner = item[name.slice(0, dot)]
  return typeof inner === 'object' && inner !== null ? (inner as Item)[name.slice(dot + 1)] : undefined
}
