// Renders predicates on a row of `item` as SQL with the same result as `evaluateCondition`.
import { type RawBuilder, sql } from 'kysely'
import {
  type Condition,
  type Predicate,
  type Scalar,
  type Test,
  toComparison,
} from '#shared/expressions/condition.ts'
import { decideTests, translate } from '#shared/expressions/predicate.ts'
import { quote } from './quote.ts'

/** SQL as text, or as a statement with parameters. */
interface Output<Sql> {
  readonly raw: (text: string) => Sql
  readonly join: (parts: readonly Sql[], by: string) => Sql
}

const TEXT: Output<string> = { raw: (text) => text, join: (parts, by) => parts.join(by) }
const STATEMENT: Output<RawBuilder<unknown>> = {
  raw: (text) => sql.raw(text),
  join: (parts, by) => sql.join(parts, sql.raw(by)),
}

function render<Fact, Sql>(
  predicate: Predicate<Fact>,
  { raw, join }: Output<Sql>,
  fact: (fact: Fact) => Sql,
): Sql {
  const group = (parts: readonly Sql[], by: string, empty: boolean) =>
    parts.length === 0 ? raw(String(empty)) : join([raw('('), join(parts, by), raw(')')], '')
  return translate<Fact, Sql>(predicate, {
    constant: (value) => raw(String(value)),
    all: (parts) => group(parts, ' and ', true),
    any: (parts) => group(parts, ' or ', false),
    not: (part) => join([raw('(('), part, raw(') is not true)')], ''),
    fact,
    test: (path, test) => raw(testText(jsonAt(path), test)),
  })
}

/** The predicate as SQL with parameters; `fact` renders the facts. */
export const predicateSql = <Fact>(
  predicate: Predicate<Fact>,
  fact: (fact: Fact) => RawBuilder<unknown>,
): RawBuilder<unknown> => render(predicate, STATEMENT, fact)

/** The same as text. */
export const predicateText = <Fact>(predicate: Predicate<Fact>, fact: (fact: Fact) => string): string =>
  render(predicate, TEXT, fact)

/** A condition on a row of `item`; what it reads of `user` is decided here. */
export const conditionSql = (condition: Condition, user: unknown): RawBuilder<unknown> =>
  sql.raw(conditionText(condition, user))

/** The same as text, all values in it quoted. */
export function conditionText(condition: Condition, user: unknown): string {
  const open = decideTests(condition, (path) => !path.startsWith('item.'), { user })
  return render(open, TEXT, (fact: never) => fact)
}

/** As JSON, never missing. */
function jsonAt(path: string): string {
  const names = path.split('.').slice(1)
  if (names.length === 1 && names[0] === 'status') return 'to_jsonb(item.status)'
  return `coalesce(item.body #> array[${names.map(quote).join(', ')}]::text[], 'null'::jsonb)`
}

function testText(value: string, test: Test): string {
  const { eq, ne, in: among, empty, gt, gte, lt, lte } = toComparison(test)
  const bounds = [
    ['>', gt],
    ['>=', gte],
    ['<', lt],
    ['<=', lte],
  ] as const
  const parts = [
    ...(eq === undefined ? [] : [isAmong(value, [eq])]),
    ...(ne === undefined ? [] : [`not ${isAmong(value, [ne])}`]),
    ...(among === undefined ? [] : [isAmong(value, among)]),
    ...(empty === undefined ? [] : [isEmpty(value, empty)]),
    ...bounds.flatMap(([sign, bound]) => (bound === undefined ? [] : [isBeyond(value, sign, bound)])),
  ]
  return parts.length === 0 ? 'true' : `(${parts.join(' and ')})`
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
