// Checks that a list offers no filter, tab, sort or column of a field that its fixed values make the same, or empty,
// in all rows.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import { type Condition, evaluateCondition, type Test } from '#shared/expressions/condition.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Json } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Page, Section, Source } from '#shared/model/page-model.ts'

interface Listed {
  readonly context: Context
  readonly document: Document
  readonly type: ContentType
  readonly operation: Operation
  /** By field, where it is one value. */
  readonly fixed: ReadonlyMap<string, string | number | boolean>
}

export function checkFixedFilters(context: Context, { contentTypes, operations, pages }: Compiled): void {
  const byName = new Map(contentTypes.map((type) => [type.name, type]))
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const listedOf = (document: Document, source: Source): Listed | undefined => {
    const operation = byId.get(source.operation)
    const type = byName.get(operation?.content?.type ?? '')
    if (!operation || !type || !LISTING.includes(operation.content?.action ?? '')) return undefined
    return { context, document, type, operation, fixed: fixedBy(type, operation, source.params) }
  }
  for (const operation of operations) checkEndpoint(context, byName, operation)
  for (const page of pages) {
    const document =
      context.of('page').get(page.id) ?? context.of('zone').get(page.id.replace(/^zones\//, ''))
    if (!document) continue
    const listed = page.kind === 'list' ? listedOf(document, page.source) : undefined
    if (page.kind === 'list' && listed) checkListPage(listed, page)
    for (const key of ['sections', 'aside'] as const)
      for (const [index, { source, columns = [] }] of sectionsIn(page, key).entries()) {
        const listed = source && listedOf(document, source)
        if (!source || !listed) continue
        checkParams(listed, [key, index, 'source', 'params'], source.params)
        for (const [at, { field }] of columns.entries())
          checkEmpty(listed, [key, index, 'columns', at], field.name, '列')
      }
  }
}

function checkListPage(listed: Listed, page: Extract<Page, { readonly kind: 'list' }>): void {
  for (const [index, { name }] of page.filters.entries())
    checkOffered(listed, ['filters', index], name, '筛选')
  if (page.tabs) checkOffered(listed, ['tabs'], page.tabs.name, '标签页')
  for (const [index, { value }] of page.sorts.entries()) checkEmpty(listed, ['sorts', index], value, '排序')
  for (const [index, { field }] of page.columns.entries())
    checkEmpty(listed, ['columns', index], field.name, '列')
  checkParams(listed, ['source', 'params'], page.source.params)
}

const LISTING = ['list', 'manage', 'statistic', 'facets']

const sectionsIn = (page: Page, key: 'sections' | 'aside') =>
  (page as { readonly sections?: readonly Section[]; readonly aside?: readonly Section[] })[key] ?? []

/** Several codes in one text may be any of them. */
const isOne = (value: Json | undefined): value is string | number | boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && placeholdersOf(value).length === 0 && !value.includes(','))

function fieldOf({ fields, parameters }: ContentType, param: string): Field | undefined {
  const { field = param, match = 'value' } = Object.hasOwn(parameters, param) ? (parameters[param] ?? {}) : {}
  return match === 'value' ? fields.find(({ name }) => name === field) : undefined
}

function fixedBy(type: ContentType, { content }: Operation, params: Source['params'] = {}): Listed['fixed'] {
  return new Map(
    [...Object.entries(content?.fixed ?? {}), ...Object.entries(params)].flatMap(([param, value]) => {
      const field = fieldOf(type, param)
      return field && isOne(value as Json) && !field.type.endsWith('-list')
        ? [[field.name, value as string | number | boolean] as const]
        : []
    }),
  )
}

/**
 * Returns true if no listed item can have the field, because its condition fails for the fixed values. A condition
 * that they do not decide counts as open.
 */
function isNever({ type, fixed }: Pick<Listed, 'type' | 'fixed'>, field: string): boolean {
  const when = Object.hasOwn(type.conditions, field) ? type.conditions[field] : undefined
  return when !== undefined && evaluateFixed(when, fixed) === false
}

/** As far as the fixed values decide it. */
function evaluateFixed(condition: Condition, fixed: Listed['fixed']): boolean | undefined {
  const parts = Object.entries(condition).map(([key, test]): boolean | undefined => {
    if (key === 'all') return every((test as readonly Condition[]).map((part) => evaluateFixed(part, fixed)))
    if (key === 'any')
      return not(every((test as readonly Condition[]).map((part) => not(evaluateFixed(part, fixed)))))
    if (key === 'not') return not(evaluateFixed(test as Condition, fixed))
    const name = key.startsWith('form.') ? key.slice('form.'.length) : ''
    if (!fixed.has(name)) return undefined
    return evaluateCondition({ [key]: test as Test }, { form: { [name]: fixed.get(name) } })
  })
  return every(parts)
}

const not = (one: boolean | undefined) => (one === undefined ? undefined : !one)
const every = (all: readonly (boolean | undefined)[]) =>
  all.includes(false) ? false : all.includes(undefined) ? undefined : true

const describeFilters = ({ type, fixed }: Pick<Listed, 'type' | 'fixed'>) =>
  [...fixed]
    .map(([name, value]) => `${type.fields.find((field) => field.name === name)?.title ?? name} = ${value}`)
    .join('、')

function checkOffered(listed: Listed, path: Path, name: string, what: string): void {
  const { context, document, type, fixed, operation } = listed
  const field = type.fields.find((one) => one.name === name)
  if (field && fixed.has(name))
    context.report(document, path, {
      slug: 'list_fixed',
      message: `“${operation.id}”在此处只列出 ${describeFilters(listed)} 的内容，按“${field.title}”${what}不起作用：请去掉，或换用其他操作`,
      found: name,
    })
  else checkEmpty(listed, path, name, what)
}

function checkEmpty(listed: Listed, path: Path, name: string, what: string): void {
  const { context, document, type } = listed
  if (!isNever(listed, name)) return
  const field = type.fields.find((one) => one.name === name)
  context.report(document, path, {
    slug: 'list_empty_field',
    message: `此处只列出 ${describeFilters(listed)} 的“${type.title}”，这类内容不填写“${field?.title ?? name}”，该${what}始终为空：请去掉`,
    found: name,
    known: type.fields.flatMap((one) =>
      one.filter && !listed.fixed.has(one.name) && !isNever(listed, one.name) ? [one.name] : [],
    ),
  })
}

/** Reports parameters of fields that the other fixed values leave empty. */
function checkParams(listed: Listed, path: Path, params: Source['params']): void {
  for (const name of Object.keys(params)) {
    const field = fieldOf(listed.type, name)
    const others = new Map([...listed.fixed].filter(([one]) => one !== field?.name))
    if (!field || !isNever({ type: listed.type, fixed: others }, field.name)) continue
    listed.context.report(listed.document, [...path, name], {
      slug: 'list_empty_field',
      message: `此处只取 ${describeFilters({ type: listed.type, fixed: others })} 的“${listed.type.title}”，这类内容不填写“${field.title}”，取数结果始终为空：请去掉该条件`,
      found: name,
      key: true,
    })
  }
}

function checkEndpoint(
  context: Context,
  types: ReadonlyMap<string, ContentType>,
  operation: Operation,
): void {
  const type = types.get(operation.content?.type ?? '')
  const document = context.of('content').get(type?.name ?? '')
  const { fixed = {}, action = '' } = operation.content ?? {}
  if (!type || !document || !LISTING.includes(action)) return
  const at = ['endpoints', operation.id.slice(type.name.length + 1), 'fixed']
  checkParams({ context, document, type, operation, fixed: fixedBy(type, operation) }, at, fixed)
}
