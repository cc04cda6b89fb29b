// Declares the model of detail pages.

import type { Share } from '#shared/content/page-description.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { ItemPicture } from '#shared/model/item-picture.ts'
import type { Action, Column, PageBase, Section, Source } from '#shared/model/page-model.ts'

export interface DetailPage extends PageBase {
  readonly kind: 'detail'
  readonly source: Source
  readonly contentType?: string
  /** Read again as soon as something of these content types changed. */
  readonly live?: readonly string[]
  /** Present where an item that waits for a decision is shown with its preview and its comparison. */
  readonly review?: Review
  readonly heading: string
  readonly meta: readonly Column[]
  /** The fields that come before all others, for which the reader opened the page. */
  readonly lead: readonly Column[]
  readonly facts: readonly Column[]
  readonly body: readonly Column[]
  readonly viewed?: Source
  /** Names the items before and after. */
  readonly neighbours?: Source
  readonly actions: readonly Action[]
  readonly sections: readonly Section[]
  readonly aside: readonly Section[]
  readonly lifecycle?: Lifecycle
  /** The one state in which everybody reads its items, where there is one. */
  readonly openState?: string
  readonly badge?: string
  readonly picture?: ItemPicture
  /** Fields with the dates that make events of an item that everybody reads. */
  readonly calendar?: readonly string[]
  /** Absent where its items are no content. */
  readonly share?: Share
}

/** The page on which readers will find an item. */
export interface Preview {
  /** Of the detail page, up to the id, such as `/needDetail?id=`. */
  readonly address: string
  /** Answer that, while true, hides who publishes. */
  readonly anonymous?: string
}

export interface Review {
  /** The states in which items wait. */
  readonly states: readonly string[]
  /** Absent where readers have no page for such items. */
  readonly preview?: Preview
}

declare module '#shared/model/page-model.ts' {
  interface PageKinds {
    readonly detail: DetailPage
  }
}
