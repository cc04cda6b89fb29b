// Describes who may read a field with restricted access, in general and in place of a withheld value.

import { currentManifest } from '#portal/core/configuration/manifest.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { viewersTitle } from '#shared/access/field-read-access.ts'
import type { Field } from '#shared/model/content-model.ts'
import { valueAt } from './field-value.ts'

/** Such as 仅已登录用户可见; empty where everybody sees it. */
export function readersOf({ visible }: Field): string {
  if (visible === undefined || visible.length === 0 || visible.includes('anyone')) return ''
  return viewersTitle(visible, currentManifest().roles)
}

/** Instead of the value that the reader may not see: the server does not send it. Empty where it was sent, or left empty. */
export function withheldFrom(item: Item, field: Field): string {
  return valueAt(item, field.name) === undefined ? readersOf(field) : ''
}
