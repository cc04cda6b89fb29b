// Translates conditions on items to SQL with the same result as `evaluateCondition`.
import { type RawBuilder, sql } from 'kysely'
import {
  type Comparison,
  type Condition,
  evaluateCondition,
  type Scalar,
  type Test,
} from '#shared/expressions/condition.ts'
import { quote } from './quote.ts'

/** A condition on a row of `item`; what it reads of `user` is decided here. */
export function conditionSql(condition: Condition, user: unknown): RawBuilder<unknown> {
  return sql.raw(conditionText(condition, user))
}

/** The same as text, all values in it quoted. */
export function conditionText(condition: Condition, user: unknown): string {
  const parts = Object.entries(condition).map(([key, test]) => {
    const inner = () => (test as readonly Condition[]).map((part) => conditionText(part, user))
    if (key === 'all') return joined(inner(), ' and ', true)
    if (key === 'any') return joined(inner(), ' or ', false)
    if (key === 'not') return `not ${conditionText(test as Condition, user)}`
    if (!key.startsWith('item.'))
      return evaluateCondition({ [key]: test as Test }, { user }) ? 'true' : 'false'
    return testText(jsonAt(key), toComparison(test as Test))
  })
  return joined(parts, ' and ', true)
}

function joined(parts: readonly string[], by: ' and ' | ' or ', empty: boolean): string {
  return parts.length === 0 ? String(empty) : `(${parts.join(by)})`
}

/** As JSON, never missing. */
function jsonAt(path: string): string {
  const names = path.split('.').slice(1)
  if (names.length === 1 && names[0] === 'status') return 'to_jsonb(item.status)'
  return `coalesce(item.body #> array[${names.map(quote).join(', ')}]::text[], 'null'::jsonb)`
}

function toComparison(test: Test): Comparison {
  if (Array.isArray(test)) return { in: test as readonly Scalar[] }
  return typeof test === 'object' && test !== null ? (test as Comparison) : { eq: test as Scalar }
}

function testText(value: string, { eq, ne, in: among, empty, gt, gte, lt, lte }: Comparison): string {
  const bounds = [
    ['>', gt],
    ['>=', gte],
    ['<', lt],
    ['<=', lte],
  ] as const
  return joined(
    [
      ...(eq === undefined ? [] : [isAmong(value, [eq])]),
      ...(ne === undefined ? [] : [`not ${isAmong(value, [ne])}`]),
      ...(among === undefined ? [] : [isAmong(value, among)]),
      ...(empty === undefined ? [] : [isEmpty(value, empty)]),
      ...bounds.flatMap(([sign, bound]) => (bound === undefined ? [] : [isBeyond(value, sign, bound)])),
    ],
    ' and ',
    true,
  )
}

const toJson = (value: Scalar): string => `${quote(JSON.stringify(value))}::jsonb`

/** An array is when any of its entries is. */
function isAmong(value: string, wanted: readonly Scalar[]): string {
  if (wanted.length === 0) return 'false'
  const list = wanted.map(toJson).join(', ')
  return `(case jsonb_typeof(${value}) when 'array'
    then exists (select from jsonb_array_elements(${value}) entry where entry in (${list}))
    else ${value} in (${list}) end)`
}

function isEmpty(value: string, wanted: boolean): string {
  const found = `${value} in ('null'::jsonb, '""'::jsonb, '[]'::jsonb)`
  return wanted ? `(${found})` : `(not ${found})`
}

/** Within numbers, and within texts as their characters are numbered. */
function isBeyond(value: string, sign: '>' | '>=' | '<' | '<=', bound: number | string): string {
  return typeof bound === 'number'
    ? `(jsonb_typeof(${value}) = 'number' and ${value} ${sign} ${toJson(bound)})`
    : `(jsonb_typeof(${value}) = 'string' and (${value} #>> '{}') collate "C" ${sign} ${quote(bound)} collate "C")`
}
