// Owns conditions on items as SQL, which finds of a row what `holds` finds of its item.
import { type RawBuilder, sql } from 'kysely'
import { type Comparison, type Condition, holds, type Scalar, type Test } from '../../shared/condition.ts'

type Sql = RawBuilder<unknown>

/** A condition on a row of `item`; what it reads of `user` is decided here. */
export function conditionSql(condition: Condition, user: unknown): Sql {
  const parts = Object.entries(condition).map(([key, test]) => {
    const inner = () => (test as readonly Condition[]).map((part) => conditionSql(part, user))
    if (key === 'all') return joined(inner(), ' and ', true)
    if (key === 'any') return joined(inner(), ' or ', false)
    if (key === 'not') return sql`not ${conditionSql(test as Condition, user)}`
    if (!key.startsWith('item.')) return holds({ [key]: test as Test }, { user }) ? sql`true` : sql`false`
    return testSql(jsonAt(key), toComparison(test as Test))
  })
  return joined(parts, ' and ', true)
}

function joined(parts: readonly Sql[], by: ' and ' | ' or ', empty: boolean): Sql {
  if (parts.length === 0) return empty ? sql`true` : sql`false`
  return sql`(${sql.join(parts, sql.raw(by))})`
}

/** As JSON, never missing. */
function jsonAt(path: string): Sql {
  const names = path.split('.').slice(1)
  if (names.length === 1 && names[0] === 'status') return sql`to_jsonb(item.status)`
  return sql`coalesce(item.body #> array[${sql.join(names)}]::text[], 'null'::jsonb)`
}

function toComparison(test: Test): Comparison {
  if (Array.isArray(test)) return { in: test as readonly Scalar[] }
  return typeof test === 'object' && test !== null ? (test as Comparison) : { eq: test as Scalar }
}

function testSql(value: Sql, { eq, ne, in: among, empty, gt, gte, lt, lte }: Comparison): Sql {
  const bounds = [
    ['>', gt],
    ['>=', gte],
    ['<', lt],
    ['<=', lte],
  ] as const
  return joined(
    [
      ...(eq === undefined ? [] : [isAmong(value, [eq])]),
      ...(ne === undefined ? [] : [sql`not ${isAmong(value, [ne])}`]),
      ...(among === undefined ? [] : [isAmong(value, among)]),
      ...(empty === undefined ? [] : [isEmpty(value, empty)]),
      ...bounds.flatMap(([sign, bound]) => (bound === undefined ? [] : [isBeyond(value, sign, bound)])),
    ],
    ' and ',
    true,
  )
}

const toJson = (value: Scalar): Sql => sql`${JSON.stringify(value)}::jsonb`

/** An array is when any of its entries is. */
function isAmong(value: Sql, wanted: readonly Scalar[]): Sql {
  if (wanted.length === 0) return sql`false`
  const list = sql.join(wanted.map(toJson))
  return sql`(case jsonb_typeof(${value}) when 'array'
    then exists (select from jsonb_array_elements(${value}) entry where entry in (${list}))
    else ${value} in (${list}) end)`
}

function isEmpty(value: Sql, wanted: boolean): Sql {
  const found = sql`${value} in ('null'::jsonb, '""'::jsonb, '[]'::jsonb)`
  return wanted ? sql`(${found})` : sql`(not ${found})`
}

/** Within numbers, and within texts as their characters are numbered. */
function isBeyond(value: Sql, sign: '>' | '>=' | '<' | '<=', bound: number | string): Sql {
  const compared = sql.raw(sign)
  return typeof bound === 'number'
    ? sql`(jsonb_typeof(${value}) = 'number' and ${value} ${compared} ${toJson(bound)})`
    : sql`(jsonb_typeof(${value}) = 'string' and (${value} #>> '{}') collate "C" ${compared} ${bound}::text collate "C")`
}
