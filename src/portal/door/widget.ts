// Owns the door for a portal's own widgets, `equipnet/widget`: what they may use of the program, and in which version.
import type { Section } from '../../shared/page-model.ts'
import { useRead } from '../api/use-read.ts'
import { labelOf, useDictionary } from '../app/dictionaries.ts'
import { useSession } from '../session/session.ts'
import { AppLink } from '../ui/app-link.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { toFigure } from '../ui/format-number.ts'
import { toDate, toDateTime } from '../ui/format-time.ts'
import { Icon } from '../ui/icon.tsx'
import { keyed } from '../ui/keyed.ts'
import { Tag } from '../ui/tag.tsx'
import { toText } from '../ui/to-text.ts'
import { controlProps, groupProps } from '../widgets/input-props.ts'
import { ItemLink } from '../widgets/item-link.tsx'
import { listOf } from '../widgets/list-of.ts'
import { SectionFrame } from '../widgets/section-frame.tsx'
import { useSectionRead } from '../widgets/use-section-read.ts'

export type { Column, Filter, Section } from '../../shared/page-model.ts'
export type { InputProps } from '../widgets/input-props.ts'
export type { CellProps, FilterProps, Item, SectionProps } from '../widgets/widget-props.ts'

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
  Empty,
  groupProps,
  Icon,
  ItemLink,
  keyed,
  labelOf,
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
