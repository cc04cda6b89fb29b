// Rules over lists: no filter, tab, sort or column of a field that fixed values make the same, or empty, in all rows.

import { typeById } from '#config/compile/links/check-item-type.ts'
import type { Place } from '#config/load/place.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import { decideTests } from '#shared/expressions/predicate.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Source } from '#shared/model/page-model.ts'
import { defineRule, type Lint, type Rule, titleOf } from '../rule.ts'
import { listsOf, type PlacedList } from './lists.ts'

interface Listed {
  readonly type: ContentType
  readonly operation: Operation
  /** By field, where it is one value. */
  readonly fixed: ReadonlyMap<string, string | number | boolean>
}

const LISTING: readonly string[] = ['list', 'manage', 'statistic', 'facets']

function listedBy(
  { typeOf }: Lint,
  operation: Operation | undefined,
  params: Source['params'] = {},
): Listed | undefined {
  const type = typeOf.get(operation?.content?.type ?? '')
  if (!operation || !type || !LISTING.includes(operation.content?.action ?? '')) return undefined
  const given = [...Object.entries(operation.content?.fixed ?? {}), ...Object.entries(params)]
  const fixed = given.flatMap(([param, value]) => {
    const field = fieldOf(type, param)
    return field && isOne(value) && !field.type.endsWith('-list') ? [[field.name, value] as const] : []
  })
  return { type, operation, fixed: new Map(fixed) }
}

const listValues = defineRule('page', { needs: 'whole' }, ({ at: place, page }, lint) => {
  for (const { at, source, columns = [] } of listsOf(place, page)) {
    const listed = source && listedBy(lint, lint.operationOf.get(source.operation), source.params)
    if (!listed) continue
    for (const [index, { field }] of columns.entries())
      checkEmpty(at.at('columns', index), listed, field.name, '列')
    checkParams(at.at('source', 'params'), listed, source.params)
    if (page.kind !== 'list' || at !== place) continue
    for (const [index, { name }] of page.filters.entries())
      checkOffered(at.at('filters', index), listed, name, '筛选')
    if (page.tabs) checkOffered(at.at('tabs'), listed, page.tabs.name, '标签页')
    for (const [index, { value }] of page.sorts.entries())
      checkEmpty(at.at('sorts', index), listed, value, '排序')
  }
})

const endpointValues = defineRule('operation', { needs: 'whole' }, ({ at, operation, type }, lint) => {
  const listed = type && listedBy(lint, operation)
  if (listed) checkParams(at.at('fixed'), listed, operation.content?.fixed ?? {})
})

/** A list of items of every type opens each on a page of its type. */
const linksOfAll = defineRule('page', { needs: 'whole' }, ({ at, page }, lint) => {
  for (const list of listsOf(at, page)) {
    const { operationOf: operations, typeOf, context } = lint
    const { open } = list
    const type =
      open && holdsAll(lint, list) && typeOf.get(typeById({ context, operations }, open.page) ?? '')
    if (type && Object.values(open.params).includes('{item.id}'))
      list.at.at('open').report('link_one_type', { found: open.page, type })
  }
})

/** Returns true if each entry says which type it is of, and the call does not ask for one. */
function holdsAll({ operationOf }: Lint, { source }: PlacedList): boolean {
  const { content, result } = operationOf.get(source?.operation ?? '') ?? {}
  const { list } = (result?.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const entry = (list?.items ?? result?.items) as JsonSchema | undefined
  const names = Object.keys(entry?.properties ?? {})
  return !content && TYPE_NAMES.some((name) => names.includes(name) && source?.params[name] === undefined)
}

const TYPE_NAMES = ['type', 'dataType']

/** Several codes in one text may be any of them. */
const isOne = (value: Json | undefined): value is string | number | boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && placeholdersOf(value).length === 0 && !value.includes(','))

function fieldOf({ fields, parameters }: ContentType, param: string): Field | undefined {
  const { field = param, match = 'value' } = Object.hasOwn(parameters, param) ? (parameters[param] ?? {}) : {}
  return match === 'value' ? fields.find(({ name }) => name === field) : undefined
}

/**
 * Returns true if no listed item can have the field, because its condition fails for the fixed values. A condition
 * that they do not decide counts as open.
 */
function isNever({ type, fixed }: Listed, field: string): boolean {
  const when = Object.hasOwn(type.conditions, field) ? type.conditions[field] : undefined
  const isFixed = (path: string) => path.startsWith('form.') && fixed.has(path.slice('form.'.length))
  return when !== undefined && decideTests(when, isFixed, { form: Object.fromEntries(fixed) }) === false
}

const describeFixed = ({ type, fixed }: Listed): string =>
  [...fixed].map(([name, value]) => `${titleOf(type.fields, name)} = ${value}`).join('、')

function checkOffered(at: Place, listed: Listed, name: string, what: string): void {
  const { type, fixed, operation } = listed
  if (fixed.has(name))
    at.report('list_fixed', {
      found: name,
      operation,
      listed: describeFixed(listed),
      name: titleOf(type.fields, name),
      what,
    })
  else checkEmpty(at, listed, name, what)
}

function checkEmpty(at: Place, listed: Listed, name: string, what: string): void {
  const { type, fixed } = listed
  if (isNever(listed, name))
    at.report('list_empty_field.shown', {
      found: name,
      known: type.fields
        .filter((one) => one.filter && !fixed.has(one.name) && !isNever(listed, one.name))
        .map((one) => one.name),
      listed: describeFixed(listed),
      type,
      name: titleOf(type.fields, name),
      what,
    })
}

/** Reports parameters of fields that the other fixed values leave empty. */
function checkParams(at: Place, listed: Listed, params: Source['params']): void {
  const { type, fixed } = listed
  for (const name of Object.keys(params)) {
    const field = fieldOf(type, name)
    const others = { ...listed, fixed: new Map([...fixed].filter(([one]) => one !== field?.name)) }
    if (field && isNever(others, field.name))
      at.at(name).report('list_empty_field.asked', {
        found: name,
        key: true,
        listed: describeFixed(others),
        type,
        field,
      })
  }
}

export const fixedValueRules: readonly Rule[] = [endpointValues, linksOfAll, listValues]
