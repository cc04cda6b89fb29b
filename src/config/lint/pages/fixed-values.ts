// Rules over lists: no filter, tab, sort or column of a field that fixed values make the same, or empty, in all rows.

import type { Place } from '#config/load/place.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import { decideTests } from '#shared/expressions/predicate.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Json } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Page, Section, Source } from '#shared/model/page-model.ts'
import { defineRule, type Lint, type Rule, titleOf } from '../rule.ts'

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

const listValues = defineRule({
  codes: ['list_fixed', 'list_empty_field'],
  on: 'page',
  needs: 'whole',
  check({ at, page }, lint) {
    if (page.kind === 'list') {
      const { source, filters, tabs, sorts, columns } = page
      const listed = listedBy(lint, lint.operationOf.get(source.operation), source.params)
      if (!listed) return
      for (const [index, { name }] of filters.entries())
        checkOffered(at.at('filters', index), listed, name, '筛选')
      if (tabs) checkOffered(at.at('tabs'), listed, tabs.name, '标签页')
      for (const [index, { value }] of sorts.entries())
        checkEmpty(at.at('sorts', index), listed, value, '排序')
      for (const [index, { field }] of columns.entries())
        checkEmpty(at.at('columns', index), listed, field.name, '列')
      checkParams(at.at('source', 'params'), listed, source.params)
    }
    for (const key of ['sections', 'aside'] as const)
      for (const [index, { source, columns = [] }] of sectionsIn(page, key).entries()) {
        const listed = source && listedBy(lint, lint.operationOf.get(source.operation), source.params)
        if (!source || !listed) continue
        const place = at.at(key, index)
        checkParams(place.at('source', 'params'), listed, source.params)
        for (const [column, { field }] of columns.entries())
          checkEmpty(place.at('columns', column), listed, field.name, '列')
      }
  },
})

const endpointValues = defineRule({
  codes: ['list_empty_field'],
  on: 'operation',
  needs: 'whole',
  check({ at, operation, type }, lint) {
    const listed = type && listedBy(lint, operation)
    if (listed) checkParams(at.at('fixed'), listed, operation.content?.fixed ?? {})
  },
})

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
    at.report(
      'list_fixed',
      `“${operation.id}”在此处只列出 ${describeFixed(listed)} 的内容，按“${titleOf(type.fields, name)}”${what}不起作用：请去掉，或换用其他操作`,
      { found: name },
    )
  else checkEmpty(at, listed, name, what)
}

function checkEmpty(at: Place, listed: Listed, name: string, what: string): void {
  const { type, fixed } = listed
  if (isNever(listed, name))
    at.report(
      'list_empty_field',
      `此处只列出 ${describeFixed(listed)} 的“${type.title}”，这类内容不填写“${titleOf(type.fields, name)}”，该${what}始终为空：请去掉`,
      {
        found: name,
        known: type.fields.flatMap((one) =>
          one.filter && !fixed.has(one.name) && !isNever(listed, one.name) ? [one.name] : [],
        ),
      },
    )
}

/** Reports parameters of fields that the other fixed values leave empty. */
function checkParams(at: Place, listed: Listed, params: Source['params']): void {
  const { type, fixed } = listed
  for (const name of Object.keys(params)) {
    const field = fieldOf(type, name)
    const others = { ...listed, fixed: new Map([...fixed].filter(([one]) => one !== field?.name)) }
    if (field && isNever(others, field.name))
      at.at(name).report(
        'list_empty_field',
        `此处只取 ${describeFixed(others)} 的“${type.title}”，这类内容不填写“${field.title}”，取数结果始终为空：请去掉该条件`,
        { found: name, key: true },
      )
  }
}

export const fixedValueRules: readonly Rule[] = [endpointValues, listValues]
