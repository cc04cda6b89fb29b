// Owns a list page as the chosen category makes it: filters, orders and columns for the category's parameters.
import { useMemo } from 'react'
import type { Field } from '../../shared/content-model.ts'
import { DEFAULT_WIDGETS, defaultCell } from '../../shared/default-widgets.ts'
import type { Column, Filter } from '../../shared/page-model.ts'
import type { ListPage } from '../../shared/pages/list.ts'
import type { ParameterSet } from '../../shared/parameter-model.ts'
import { useParameterSet } from '../widgets/use-parameter-set.ts'

/** Columns for parameters in a list; more are on the page of the item. */
const MOST_COLUMNS = 4

interface CategoryPage {
  readonly page: ListPage
  /** The field whose parameters are not known yet. */
  readonly awaited: string | undefined
}

/** Without a chosen category the page as written. */
export function useCategoryPage(page: ListPage, query: Readonly<Record<string, string>>): CategoryPage {
  const { parameters } = page
  const chosen = parameters ? query[parameters.by] : undefined
  const set = useParameterSet(parameters?.family, chosen)
  return useMemo(() => {
    if (!parameters || !chosen) return { page, awaited: undefined }
    if (set?.id !== chosen) return { page, awaited: parameters.field }
    return { page: withParameters(page, parameters, set), awaited: undefined }
  }, [page, parameters, chosen, set])
}

function withParameters(
  page: ListPage,
  { field: holder, by }: NonNullable<ListPage['parameters']>,
  set: ParameterSet,
): ListPage {
  const nameOf = ({ name }: Field) => `${holder}.${name}`
  const filters = set.fields.filter(({ filter }) => filter).map((field) => toFilter(field, nameOf(field)))
  const sorts = set.fields
    .filter(({ sort }) => sort)
    .map((field) => ({
      value: nameOf(field),
      label: field.title,
      ...(field.better === 'low' ? { isLeastFirst: true as const } : {}),
    }))
  return {
    ...page,
    filters: [...page.filters.slice(0, 2), ...filters, ...page.filters.slice(2)],
    sorts: [...page.sorts, ...sorts],
    columns: [...ownColumns(page, by, set), ...columnsOf(set, nameOf)],
  }
}

function toFilter(field: Field, name: string): Filter {
  const widget = field.schema.enum ? 'dict' : (DEFAULT_WIDGETS[field.type].filter ?? 'text')
  return {
    name,
    label: field.title,
    widget,
    field,
    ...(widget === 'dict' ? { options: { multiple: true } } : {}),
  }
}

/** Of the last level all items say the same category. */
function ownColumns({ columns }: ListPage, by: string, { isLast }: ParameterSet): readonly Column[] {
  return isLast ? columns.filter(({ field }) => field.name !== by) : columns
}

/** Items say their parameters in the units of their own category, so only one of the last level has columns. */
function columnsOf(set: ParameterSet, nameOf: (field: Field) => string): Column[] {
  if (!set.isLast) return []
  return set.fields.slice(0, MOST_COLUMNS).map((field) => ({
    field: { ...field, name: nameOf(field) },
    label: field.title,
    cell: defaultCell(field),
  }))
}
