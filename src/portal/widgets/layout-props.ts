// Declares the props of a layout: the items to draw, and the columns that it may show of them.
import type { ComponentType, ReactNode } from 'react'
import type { Scope } from '#shared/expressions/condition.ts'
import type { ItemPicture } from '#shared/model/item-picture.ts'
import type { Column, Link } from '#shared/model/page-model.ts'
import type { Item } from './widget-props.ts'

export interface LayoutProps {
  readonly items: readonly Item[]
  /** Field that is an item's title. */
  readonly heading: string
  /** Other columns of an item that may be shown; each layout finds its own among them by their cells. */
  readonly columns: readonly Column[]
  readonly open?: Link | undefined
  readonly scope: Scope
  readonly picture?: ItemPicture | undefined
  /** Field by which a cover is drawn. */
  readonly category?: string | undefined
  /** Of the headings of items: below that of the page or that of the section. */
  readonly level: 'h2' | 'h3'
  /** Within a section, where there is less room than on a page of its own. */
  readonly dense?: boolean
  /** Draws the content below an item, such as its buttons. */
  readonly foot?: ((item: Item) => ReactNode) | undefined
}

export type LayoutComponent = ComponentType<LayoutProps>
