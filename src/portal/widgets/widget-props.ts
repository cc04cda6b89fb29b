// Declares the props of cells, filters and sections.
import type { ComponentType } from 'react'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Column, Filter, Page, Section } from '#shared/model/page-model.ts'

export type Item = Readonly<Record<string, unknown>>

export interface CellProps {
  readonly value: unknown
  readonly item: Item
  readonly column: Column
}

export interface FilterProps {
  readonly filter: Filter
  /** Query parameters that belong to the filter: its name, and for ranges its name with From and To. */
  readonly value: Readonly<Record<string, string>>
  /** Empty text clears a parameter. */
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
}

export interface SectionProps {
  readonly section: Section
  readonly scope: Scope
  readonly page: Page
}

export type CellComponent = ComponentType<CellProps>
export type FilterComponent = ComponentType<FilterProps>
export type SectionComponent = ComponentType<SectionProps>
