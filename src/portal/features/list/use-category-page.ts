// Adds filters, orders and columns for the parameters of the chosen category to a list page.
import { useMemo } from 'react'
import { useParameterRead } from '#portal/widgets/items/use-parameter-set.ts'
import { DEFAULT_WIDGETS, defaultCell } from '#shared/forms/default-widgets.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Column, Filter } from '#shared/model/page-model.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'

/** Columns for parameters in a list, beside those that are asked for; more are on the page of the item. */
const MAX_COLUMNS = 4

type Query = Readonly<Record<string, string>>

interface CategoryPage {
  readonly page: ListPage
  /** The field whose parameters are not known yet. */
  readonly awaited: string | undefined
  /** They are on their way; of a category that is none they never come. */
  readonly isAwaiting: boolean
}

/** Without a chosen category the page as written. */
export function useCategoryPage(page: ListPage, query: Query): CategoryPage {
  const { parameters } = page
  const chosen = parameters ? query[parameters.by] : undefined
  const { set, hasFailed } = useParameterRead(parameters?.family, chosen)
  const requested = set && parameters ? findRequestedFields(set, parameters.field, query).join(' ') : ''
  return useMemo(() => {
    if (!parameters || !chosen) return { page, awaited: undefined, isAwaiting: false }
    if (set?.id !== chosen) return { page, awaited: parameters.field, isAwaiting: !hasFailed }
    const whole = withParameters(page, parameters, set, requested.split(' '))
    return { page: whole, awaited: undefined, isAwaiting: false }
  }, [page, parameters, chosen, set, hasFailed, requested])
}

/** Returns the names of the parameters by which the address sorts or filters; they get a column. */
function findRequestedFields({ fields }: ParameterSet, holder: string, query: Query): readonly string[] {
  return fields.flatMap(({ name }) => {
    const key = `${holder}.${name}`
    const isSorted = query.sort?.replace(/^(?:best:|-)/, '') === key
    return isSorted || [key, `${key}From`, `${key}To`].some((one) => query[one]) ? [name] : []
  })
}

function withParameters(
  page: ListPage,
  { field: holder, by }: NonNullable<ListPage['parameters']>,
  set: ParameterSet,
  requested: readonly string[],
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
    columns: [...ownColumns(page, by, holder, set), ...columnsOf(set, requested, nameOf)],
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

/** Of the last level all items say the same category, and their key figures have columns. */
function ownColumns(
  { columns }: ListPage,
  by: string,
  holder: string,
  { isLast }: ParameterSet,
): readonly Column[] {
  return isLast ? columns.filter(({ field }) => field.name !== by && field.name !== holder) : columns
}

/**
 * Requested parameters come first. Items state their parameters in the units of their own category: above the last
 * level a parameter has a column only if all items use one unit, and only if it is requested.
 */
function columnsOf(
  set: ParameterSet,
  requested: readonly string[],
  nameOf: (field: Field) => string,
): Column[] {
  const wanted = set.fields.filter(({ name, isMixed }) => requested.includes(name) && !isMixed)
  const others = set.isLast ? set.fields.filter((field) => !wanted.includes(field)) : []
  return [...wanted, ...others.slice(0, Math.max(0, MAX_COLUMNS - wanted.length))].map((field) => ({
    field: { ...field, name: nameOf(field) },
    label: field.title,
    cell: defaultCell(field),
  }))
}
