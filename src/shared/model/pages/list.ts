// Declares the model of list pages.

import type { Feed } from '#shared/model/feed.ts'
import type { ItemPicture } from '#shared/model/item-picture.ts'
import type {
  Action,
  Column,
  EmptyState,
  Filter,
  Link,
  PageBase,
  Section,
  Source,
} from '#shared/model/page-model.ts'

export interface ListSort {
  readonly value: string
  readonly label: string
  /** True if less is better: the first click sorts in ascending order. */
  readonly isLeastFirst?: true
}

/** Ways of drawing a run of items that lists and sections share; each a file of `src/portal/widgets/looks`. */
export type LayoutName =
  | 'ledger'
  | 'people'
  | 'plates'
  | 'terms'
  | 'shelf'
  | 'posters'
  | 'calendar'
  | 'norms'
  | 'front'

/** With those that lists alone have. */
export type ListView = 'rows' | 'table' | 'cards' | LayoutName

export interface ListPage extends PageBase {
  readonly kind: 'list'
  readonly source: Source
  readonly contentType?: string
  /** Read again as soon as something of these content types changed. */
  readonly live?: readonly string[]
  readonly view: ListView
  readonly filters: readonly Filter[]
  readonly columns: readonly Column[]
  /** Columns that a user of the console may add. */
  readonly optionalColumns?: readonly Column[]
  readonly sorts: readonly ListSort[]
  /** Counts of what the filters would find. */
  readonly facets?: Source
  /** Parameters of the category that the filter `by` chooses are filters, orders and columns too. */
  readonly parameters?: { readonly family: string; readonly by: string; readonly field: string }
  /** Other ways of drawing it that readers may choose. */
  readonly views?: readonly ListView[]
  /** Filter shown as tabs above the list. */
  readonly tabs?: Filter
  readonly open?: Link
  readonly actions: readonly Action[]
  /** Buttons of each row of a table; `item` is the row. */
  readonly rowActions: readonly Action[]
  /** On the rows that are ticked, whose ids go with the call as `ids`. */
  readonly bulkActions: readonly Action[]
  /** The call that moves a row, with its `id` and its new `place`; set where the order can be changed. */
  readonly order?: Action
  readonly aside: readonly Section[]
  /** The text shown while the list has no items at all, and the link in it. */
  readonly empty?: EmptyState
  readonly badge?: string
  readonly picture?: ItemPicture
  /** Set where it can be subscribed to. */
  readonly feed?: Feed
}

declare module '#shared/model/page-model.ts' {
  interface PageKinds {
    readonly list: ListPage
  }
}
