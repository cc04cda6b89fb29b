// Translates expressions on an `item` row to SQL with the same result as `evaluate`.
import { type Expression, isPath, MAX_DAYS, TODAY } from '#shared/expressions/expression.ts'
import { zoneName } from '#shared/formats/portal-time.ts'
import { quote } from './quote.ts'

/** SQL type of the value: numbers as in the browser, days as texts. */
export type Kind = 'number' | 'text'

/** Null where anything that is calculated with is missing, or cannot be. */
export function expressionSql(expression: Expression, kind: Kind): string {
  if (typeof expression === 'number') return kind === 'number' ? `${expression}::float8` : 'null::text'
  if (typeof expression === 'string') return readSql(expression, kind)
  if ('plus' in expression) return folded(expression.plus, '+', kind)
  if ('times' in expression) return folded(expression.times, '*', kind)
  if ('minus' in expression) return folded(expression.minus, '-', kind)
  if ('round' in expression) {
    const scale = `${10 ** (expression.digits ?? 0)}::float8`
    return inKind(
      `(floor(${expressionSql(expression.round, 'number')} * ${scale} + 0.5) / ${scale})`,
      'number',
      kind,
    )
  }
  if ('days' in expression) {
    const [from, to] = expression.days.map(daySql)
    return inKind(`((${to}) - (${from}))::float8`, 'number', kind)
  }
  return inKind(laterSql(expression), 'text', kind)
}

/** A text is no number, and a number no day. */
const inKind = (sql: string, own: Kind, wanted: Kind): string =>
  own === wanted ? sql : `null::${wanted === 'number' ? 'float8' : 'text'}`

function readSql(text: string, kind: Kind): string {
  if (text === TODAY)
    return inKind(`to_char(now() at time zone ${quote(zoneName())}, 'YYYY-MM-DD')`, 'text', kind)
  if (!isPath(text)) return inKind(quote(text), 'text', kind)
  const at = `item.body->${quote(text.slice('item.'.length))}`
  return kind === 'number'
    ? `(case when jsonb_typeof(${at}) = 'number' then (${at})::float8 end)`
    : `(case when jsonb_typeof(${at}) = 'string' then (${at}) #>> '{}' end)`
}

function folded(parts: readonly Expression[], sign: string, kind: Kind): string {
  return inKind(`(${parts.map((part) => expressionSql(part, 'number')).join(` ${sign} `)})`, 'number', kind)
}

const DAY = String.raw`^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`

/** An invalid day counts as empty, so that the whole list does not fail. */
function daySql(expression: Expression): string {
  const last = `extract(day from (left(given.day, 7) || '-01')::date + interval '1 month' - interval '1 day')`
  return `(select case when given.day ~ ${quote(DAY)}
    then case when right(given.day, 2)::int <= ${last} then given.day::date end end
    from (select ${expressionSql(expression, 'text')} as day) given)`
}

function laterSql({ day, later }: { readonly day: Expression; readonly later: Expression }): string {
  const days = `case when given.days = floor(given.days) and abs(given.days) <= ${MAX_DAYS} then given.days::int end`
  return `(select case when made.day between date '0001-01-01' and date '9999-12-31' then to_char(made.day, 'YYYY-MM-DD') end
    from (select given.day + (${days}) as day
      from (select ${daySql(day)} as day, ${expressionSql(later, 'number')} as days) given) made)`
}
