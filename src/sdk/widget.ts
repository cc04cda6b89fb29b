// Owns the door for a portal's own widgets, `equipnet/widget`: what they may use of the program, and in which version.

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
 * What every widget file says as `export const DOOR = 1`. Names may be added within a version; one that goes or means
 * something else makes the next, and the build refuses files of another.
 */
export const VERSION = 1

/** The options of a column, filter, section or input, which the widget's own schema was held against. */
export function optionsIn<Options>(holder: { readonly options?: unknown } | Section): Partial<Options> {
  return (holder.options ?? {}) as Partial<Options> // by the checker
}

export {
  AppLink,
  Button,
  Card,
  controlProps,
  dictionaryLabel,
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
