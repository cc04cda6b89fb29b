// Compiles the rules between fields: equality, order, dates in the past, age, and requirement on a condition.

import type { Path } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import { type Condition, pathsOf } from '#shared/expressions/condition.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { DateRelation } from '#shared/validation/date-bound.ts'
import { messageFor } from '#shared/validation/error-messages.ts'
import type { FormRule } from '#shared/validation/form-rules.ts'
import type { NumberRelation } from '#shared/validation/number-bound.ts'
import { checkAnswersCondition } from './form-conditions.ts'
import { compileDates, compileNumbers, type Dated, reportCycles } from './order-rules.ts'
import { compileSettings, type WrittenSettings } from './setting-rules.ts'

type Raw = Readonly<Record<string, unknown>>

/** A day to test patterns with: texts that hold a month take its year and month. */
const MONTH = '1980-05'

function checkOwn(here: Place, { name, type }: Field, raw: Raw): void {
  const at = here.at('fields', 'properties', name)
  if (raw['x-same'] === name) at.at('x-same').report('same_itself', { found: name })
  for (const keyword of ['x-past', 'x-age'] as const)
    if (raw[keyword] !== undefined && raw[keyword] !== false && type === 'text' && !isMonth(raw.pattern))
      at.at(keyword).report('annotation_type.written', { found: name, keyword, month: MONTH })
  const [least, most] = (raw['x-age'] ?? []) as readonly number[]
  if (least !== undefined && most !== undefined && least > most)
    at.at('x-age').report('limits_contradict.age', { found: name, least, most })
}

/**
 * Checks that a repeated value can be entered: the limits of the field are no tighter than those of the field it
 * repeats.
 */
function checkRepeated(here: Place, own: Field, other: Field): void {
  const [mine, its] = [limitsOf(own), limitsOf(other)]
  for (const keyword of ['minLength', 'maxLength'] as const) {
    const isTighter = keyword === 'minLength' ? mine[keyword] > its[keyword] : mine[keyword] < its[keyword]
    if (!isTighter) continue
    const theirs = Number.isFinite(its[keyword]) ? its[keyword] : '不限'
    here
      .at('fields', 'properties', own.name, keyword)
      .report('limits_contradict.same', { found: own.name, other, keyword, mine: mine[keyword], theirs })
  }
}

const limitsOf = ({ schema: { minLength = 0, maxLength = Number.POSITIVE_INFINITY } }: Field) => ({
  minLength: Number(minLength),
  maxLength: Number(maxLength),
})

const isMonth = (pattern: unknown): boolean => typeof pattern === 'string' && new RegExp(pattern).test(MONTH)

/** Of the days inside a group or a row: each is compared with those beside it, or with today. */
function compileInner(
  here: Place,
  field: string,
  raw: Raw,
  at: Path,
): Extract<FormRule, { kind: 'inner' }>[] {
  const rows = raw.items as Raw | undefined
  const [schema, place] = rows?.properties
    ? [rows, [...at, 'items', 'properties']]
    : [raw, [...at, 'properties']]
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Raw>>)
  const siblings = properties.map(([name, { title, format, type }]) => ({
    name,
    title: String(title ?? name),
    type: (format === 'date' || format === 'date-time' ? format : type) as Field['type'],
  }))
  const rules = properties.flatMap(([name, inner], index): FormRule[] => [
    ...compileDates(here, siblings[index] as Dated, (inner['x-date'] ?? {}) as Raw, siblings, place),
    ...compileInner(here, name, inner, [...place, name]),
  ])
  reportCycles(here, rules, place)
  return rules.length === 0 ? [] : [{ field, kind: 'inner', message: '', rules }]
}

/** Asked for where others are answered so. */
function compileNeeded(
  here: Place,
  { name, title, required, schema }: Field,
  raw: Raw,
  fields: readonly Field[],
): FormRule[] {
  const when = raw['x-required-when'] as Condition | undefined
  if (when === undefined) return []
  const path = here.at('fields', 'properties', name, 'x-required-when')
  if (required) path.report('required_twice', { name })
  if (pathsOf(when).some((read) => read.split('.')[1] === name))
    path.report('condition_self.required', { name })
  checkAnswersCondition(path, when, fields)
  return [
    {
      field: name,
      kind: 'needed',
      when,
      message: messageFor({ keyword: 'required', params: {}, schema }, title),
    },
  ]
}

export function compileRules(
  here: Place,
  fields: readonly Field[],
  properties: Readonly<Record<string, Raw>>,
  taken: readonly Field[] = [],
): FormRule[] {
  const compared = [...fields, ...taken]
  const titles = new Map(fields.map(({ name, title }) => [name, title]))
  const otherOf = (field: string, keyword: string): string | undefined => {
    const other = properties[field]?.[keyword] as string | undefined
    if (other === undefined) return undefined
    const at = here.at('fields', 'properties', field, keyword)
    return at.expect(titles.keys(), other, 'field_unknown.compared', { field }) ? other : undefined
  }
  const rules = fields.flatMap((own): FormRule[] => {
    const { name: field, title } = own
    const raw = properties[field] ?? {}
    const same = otherOf(field, 'x-same')
    checkOwn(here, own, raw)
    const repeated = same === field ? undefined : fields.find(({ name }) => name === same)
    if (repeated) checkRepeated(here, own, repeated)
    const dates = (raw['x-date'] ?? {}) as Partial<Record<DateRelation, string>>
    const numbers = (raw['x-number'] ?? {}) as Partial<Record<NumberRelation, string>>
    const age = raw['x-age'] as readonly [number, number] | undefined
    return [
      ...(same
        ? [{ field, kind: 'same' as const, other: same, message: `${title}与${titles.get(same)}不一致` }]
        : []),
      ...(raw['x-past'] === true ? [{ field, kind: 'past' as const, message: `${title}不能晚于今天` }] : []),
      ...(age
        ? [
            {
              field,
              kind: 'age' as const,
              least: age[0],
              most: age[1],
              message: `按${title}计算，年龄应在 ${age[0]}～${age[1]} 周岁`,
            },
          ]
        : []),
      ...compileNeeded(here, own, raw, fields),
      ...compileDates(here, own, dates, compared),
      ...compileInner(here, field, raw, ['fields', 'properties', field]),
      ...compileNumbers(here, own, numbers, compared),
      ...compileSettings(here, own, raw['x-settings'] as WrittenSettings | undefined, fields),
    ]
  })
  reportCycles(here, rules)
  return rules
}
