// Owns the check that sample rows keep the rules between fields, as somebody had to who wrote them on their day.
import { holds } from '../../shared/condition.ts'
import type { ContentType, Field } from '../../shared/content-model.ts'
import { isOffset, resolveDate } from '../../shared/date-offset.ts'
import { brokenRules, type FormRule, otherOf, rulesOf } from '../../shared/validation/rules.ts'
import type { Context } from '../context.ts'
import type { Document, Path } from '../document.ts'

type Row = Readonly<Record<string, unknown>>

const DAY_MS = 86_400_000
/** Any day does: what is judged moves with it. */
const SEEDED = new Date(Date.UTC(2026, 0, 15, 4))

/** What the rows of a type are judged by: its rules, and the fields that these read. */
interface Judged {
  readonly type: ContentType
  readonly rules: readonly FormRule[]
  readonly fields: readonly Field[]
}

export function toJudged(type: ContentType): Judged {
  const rules = rulesOf(type.schema)
  const read = new Set(rules.flatMap((rule) => [rule.field, otherOf(rule)]))
  return { type, rules, fields: type.fields.filter(({ name }) => read.has(name)) }
}

export function checkSampleRules(
  context: Context,
  document: Document,
  path: Path,
  { type, rules, fields }: Judged,
  row: Row,
): void {
  const days = typeof row._publishedDaysAgo === 'number' ? row._publishedDaysAgo : 1
  const now = new Date(SEEDED.getTime() - days * DAY_MS)
  const dated = Object.fromEntries(
    fields.map((field) => [field.name, resolveDate(field, row[field.name], SEEDED)]),
  )
  for (const rule of rules) {
    const value = row[rule.field]
    if (value === undefined || value === null || isHidden(type, row, rule.field)) continue
    const at = [...path, rule.field]
    if (isLostWithTime(rule, value))
      context.report(document, at, {
        slug: 'sample_date_fixed',
        message: `${rule.message}，写成固定日期“${String(value)}”的示例总会过期，请写成相对日期，如 @+20d`,
        found: String(value),
        expected: '@+20d',
      })
    else if (isDecided(rule, row))
      for (const { message } of brokenRules([byDay(rule)], dated, { now }))
        context.report(document, at, {
          slug: 'sample_rule',
          message: `示例不符合字段之间的要求：${message}`,
          found: String(value),
        })
  }
}

/** What the form would not ask of such a row. */
function isHidden({ conditions }: ContentType, row: Row, field: string): boolean {
  const condition = conditions[field]
  return condition !== undefined && !holds(condition, { form: row })
}

/** A sample is of a day: at which time of it, nobody has said. */
function byDay(rule: FormRule): FormRule {
  if (rule.kind !== 'date' || 'field' in rule.bound) return rule
  const { now: _now, ...bound } = rule.bound
  return { ...rule, bound }
}

function asksToday(rule: FormRule): boolean {
  return rule.kind === 'past' || rule.kind === 'age' || (rule.kind === 'date' && !('field' in rule.bound))
}

/** A fixed day is not after today for ever. */
function isLostWithTime(rule: FormRule, value: unknown): boolean {
  if (rule.kind !== 'date' || 'field' in rule.bound || isOffset(value)) return false
  return rule.relation === 'after' || rule.relation === 'notBefore'
}

/** Whether the answer is the same on every day of seeding: both move with it, or neither does. */
function isDecided(rule: FormRule, row: Row): boolean {
  if (asksToday(rule)) return isOffset(row[rule.field])
  return rule.kind !== 'date' || isOffset(row[rule.field]) === isOffset(row[otherOf(rule) ?? ''])
}
