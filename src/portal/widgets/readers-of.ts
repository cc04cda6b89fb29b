// Owns the words for who sees a field that not everybody sees, in general and instead of a value.
import type { Field } from '../../shared/content-model.ts'
import { viewersTitle } from '../../shared/viewers.ts'
import { currentManifest } from '../api/manifest.ts'
import { valueAt } from './value-at.ts'
import type { Item } from './widget-props.ts'

/** Such as 仅已登录用户可见; empty where everybody sees it. */
export function readersOf({ visible }: Field): string {
  if (visible === undefined || visible.length === 0 || visible.includes('anyone')) return ''
  return viewersTitle(visible, currentManifest().roles)
}

/** Instead of the value that the reader may not see: the server does not send it. Empty where it was sent, or left empty. */
export function withheldFrom(item: Item, field: Field): string {
  return valueAt(item, field.name) === undefined ? readersOf(field) : ''
}
