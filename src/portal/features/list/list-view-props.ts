// Declares the props of the layouts of a list.
import type { ReactNode } from 'react'
import type { ReadState } from '#portal/core/api/use-read.ts'
import type { ListedNow } from '#portal/features/actions/action-props.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Filter } from '#shared/model/page-model.ts'
import type { ListPage } from '#shared/model/pages/list.ts'

export interface ListViewProps {
  readonly page: ListPage
  readonly items: readonly Item[]
  readonly scope: Scope
  /** After a row's button changed something: reads the list anew. */
  readonly onChanged?: () => void
  /** Content before the buttons of a row. */
  readonly opener?: (item: Item) => ReactNode
  /** The call that read it, and how many items there are on all pages. */
  readonly listed?: ListedNow | undefined
}

/** The props of the console's list, which draws its states itself. */
export interface ConsoleListProps {
  readonly page: ListPage
  readonly read: ReadState<unknown>
  readonly scope: Scope
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly sort: string
  readonly onSort: (sort: string) => void
  /** The call that read it, and how many items there are on all pages. */
  readonly listed?: ListedNow
}

/** The props of what stands above a list. */
export interface ListBarProps {
  readonly page: ListPage
  /** Those of the panel. */
  readonly filters: readonly Filter[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
  readonly onClear: () => void
  /** The parameters of the chosen category are on their way: their rows have their places. */
  readonly isAwaiting: boolean
  /** Undefined until it is known, null where it could not be found out. */
  readonly total: number | null | undefined
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly view: ListPage['view']
  readonly onView: (view: ListPage['view']) => void
}

export interface ListItemProps {
  readonly page: ListPage
  readonly item: Item
  readonly scope: Scope
  /** After a row's button changed something: reads the list anew. */
  readonly onChanged?: () => void
  readonly opener?: (item: Item) => ReactNode
}
