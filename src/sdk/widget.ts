// The SDK for a portal's own widgets, `equipnet/widget`: the names they may use, and their version.

import { useRead } from '#portal/core/api/use-read.ts'
import { dictionaryLabel, useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { useSession } from '#portal/core/session/session.ts'
import { AppLink } from '#portal/ui/app-link.tsx'
import { Button } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { toFigure } from '#portal/ui/format/format-number.ts'
import { toDate, toDateTime } from '#portal/ui/format/format-time.ts'
import { keyed } from '#portal/ui/format/keyed-entries.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Tag } from '#portal/ui/tag.tsx'
import { controlProps, groupProps } from '#portal/widgets/input-props.ts'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { listOf } from '#portal/widgets/items/read-list.ts'
import { SectionFrame } from '#portal/widgets/sections/parts/section-frame.tsx'
import { useSectionRead } from '#portal/widgets/sections/parts/use-section-read.ts'
import type { Section } from '#shared/model/page-model.ts'

export type { InputProps } from '#portal/widgets/input-props.ts'
export type { CellProps, FilterProps, Item, SectionProps } from '#portal/widgets/widget-props.ts'
export type { Column, Filter, Section } from '#shared/model/page-model.ts'

/**
 * The version of the SDK for widgets. Every widget file declares the version that it was written for. Names may be
 * added within a version. Removing a name or changing its meaning makes the next version, and the build refuses
 * files of another version.
 *
 * @example
 * export const DOOR = 1
 */
export const VERSION = 1

/**
 * Returns the options of a column, filter, section or input, as the configuration declares them; an empty object if
 * it declares none. The configuration check has validated them against the widget's schema.
 *
 * @example
 * const { mark = '印' } = optionsIn<{ mark: string }>(column)
 */
export function optionsIn<Options>(holder: { readonly options?: unknown } | Section): Partial<Options> {
  return (holder.options ?? {}) as Partial<Options>
}

export {
  AppLink,
  Button,
  Card,
  controlProps,
  dictionaryLabel as labelOf,
  Empty,
  groupProps,
  Icon,
  ItemLink,
  keyed,
  listOf,
  SectionFrame,
  Tag,
  toDate,
  toDateTime,
  toFigure,
  toText,
  useDictionary,
  useRead,
  useSectionRead,
  useSession,
}
