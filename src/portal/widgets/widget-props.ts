// Declares the props of cells, filters and sections.
import type { ComponentType } from 'react'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Column, Filter, Page, Section } from '#shared/model/page-model.ts'

/**
 * An item as an answer contains it: the fields that the call returns, by name. Values are unknown; `toText` and
 * similar functions format them.
 *
 * @example
 * const title = (item: Item) => toText(item.title) || '未命名'
 */
export type Item = Readonly<Record<string, unknown>>

/**
 * The props of a cell: the value of the column's field, the whole item, and the column.
 *
 * @example
 * export function CopiesCell({ value, column }: CellProps) {
 *   return <span>{toFigure(value) || '—'} {column.field.unit}</span>
 * }
 */
export interface CellProps {
  readonly value: unknown
  readonly item: Item
  readonly column: Column
}

/**
 * The props of a filter. `onChange` takes the changed query parameters; an empty text clears a parameter.
 *
 * @example
 * export function ShelfFilter({ filter, value, onChange }: FilterProps) {
 *   const change = (text: string) => onChange({ [filter.name]: text })
 *   return <input value={value[filter.name] ?? ''} onChange={(event) => change(event.target.value)} />
 * }
 */
export interface FilterProps {
  readonly filter: Filter
  /** Query parameters that belong to the filter: its name, and for ranges its name with From and To. */
  readonly value: Readonly<Record<string, string>>
  /** Empty text clears a parameter. */
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
}

/**
 * The props of a section: its configuration, the scope of its placeholders, and its page.
 *
 * @example
 * export function WelcomeSection({ section, scope, page }: SectionProps) {
 *   return <SectionFrame section={section} scope={scope}>欢迎访问{page.title}</SectionFrame>
 * }
 */
export interface SectionProps {
  readonly section: Section
  readonly scope: Scope
  readonly page: Page
}

export type CellComponent = ComponentType<CellProps>
export type FilterComponent = ComponentType<FilterProps>
export type SectionComponent = ComponentType<SectionProps>
