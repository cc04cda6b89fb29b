// Provides the context that a table of rows passes to its rows; rjsf draws the components in between.
import { createContext } from 'react'
import type { JsonSchema } from '#shared/model/json.ts'

export interface TableContext {
  readonly columns: readonly (readonly [string, JsonSchema])[]
  /** Number of the row that is open, and where its places are drawn. */
  readonly open: number | undefined
  readonly slot: HTMLElement | null
  /** After a row is gone, so that the focus is not lost with its button. */
  readonly onRemoved: () => void
  readonly onOpen: (index: number) => void
}

export const TableContext = createContext<TableContext>({
  columns: [],
  open: undefined,
  slot: null,
  onRemoved: () => undefined,
  onOpen: () => undefined,
})
