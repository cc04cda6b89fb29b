// Owns what the three ways of showing a list are given.
import type { Scope } from '../../shared/condition.ts'
import type { ListPage } from '../../shared/page-model.ts'
import type { Item } from '../widgets/widget-props.ts'

export interface ListViewProps {
  readonly page: ListPage
  readonly items: readonly Item[]
  readonly scope: Scope
  /** After a row's button changed something: reads the list anew. */
  readonly onChanged?: () => void
}

export interface ListItemProps {
  readonly page: ListPage
  readonly item: Item
  readonly scope: Scope
  /** After a row's button changed something: reads the list anew. */
  readonly onChanged?: () => void
}
