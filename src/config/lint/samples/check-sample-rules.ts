// Checks that sample rows keep the rules between fields, as their authors had to on the day of writing.

import type { Context } from '#config/load/context.ts'
import { type Document, locatePath, type Path } from '#config/load/document.ts'
import type { Problem } from '#config/load/problem.ts'
import { evaluateCondition } from '#shared/expressions/condition.ts'
import { isOffset, resolveDate } from '#shared/formats/date-offset.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { brokenRules, type FormRule, otherOf, rulesOf } from '#shared/validation/form-rules.ts'

type Row = Readonly<Record<string, unknown>>

const DAY_MS = 86_400_000
/** An arbitrary day: the values under check move with it. */
const SEEDED = new Date(Date.UTC(2026, 0, 15, 4))

/** The rules of a type, and the fields that they read. */
export interface RowRules {
  readonly type: ContentType
  readonly rules: readonly FormRule[]
  readonly fields: readonly Field[]
}

export function toRowRules(type: ContentType): RowRules {
  const rules = rulesOf(type.schema)
  const read = new Set(rules.flatMap((rule) => [rule.field, otherOf(rule)]))
  return { type, rules, fields: type.fields.filter(({ name }) => read.has(name)) }
}

/** Rows that break a rule, reported as one finding, and the number of rows that were checked. */
interface Broken {
  checked: number
  readonly found: { readonly path: Path; readonly message: string; readonly value: string }[]
}

export type BrokenRules = Map<FormRule, Broken>

/** From so many rows on that do not keep it, and most of them, it is the rule that is wrong. */
const SEVERAL = 3

/** Reports a faulty rule once at the rule, not at each row. */
export function reportBroken(
  context: Context,
  samples: Document,
  { type }: RowRules,
  broken: BrokenRules,
): void {
  const document = context.of('content').get(type.name)
  for (const [rule, { checked, found }] of broken) {
    const [first] = found
    if (!first || isReported(context, document, rule)) continue
    const at: Path = ['fields', 'properties', rule.field, ...writtenAs(rule)]
    if (document && found.length >= SEVERAL && found.length * 2 > checked) {
      const { line } = locatePath(samples, first.path)
      context.report(document, at, {
        slug: 'rule_samples',
        message: `“${rule.message}”：${checked} 条示例中有 ${found.length} 条不符合，如 ${samples.path}:${line}。请检查该规则是否写反或写错字段；若规则无误，请改示例`,
        found: rule.field,
        key: true,
      })
    } else
      for (const { path, message, value } of found) {
        const where = document
          ? `（规则见 ${document.path}:${locatePath(document, at, true).line}，如不需要请在该处修改）`
          : ''
        context.report(samples, path, {
          slug: 'sample_rule',
          message: `示例不符合字段之间的要求：${message}${where}`,
          found: value,
        })
      }
  }
}

/** Already found wrong by itself. */
function isReported({ problems }: Context, document: Document | undefined, rule: FormRule): boolean {
  if (!document || !problems.some(({ file, slug }) => file === document.path && TOLD.has(slug))) return false
  const { line, column } = locatePath(
    document,
    ['fields', 'properties', rule.field, ...writtenAs(rule)],
    true,
  )
  const isOfField = ({ slug, found }: Problem) =>
    (slug === 'soonest_past' && found === rule.field) || rule.kind === 'inner'
  return problems.some(
    (problem) =>
      problem.file === document.path &&
      TOLD.has(problem.slug) &&
      (isOfField(problem) || (problem.line === line && problem.column === column)),
  )
}

const TOLD: ReadonlySet<string> = new Set(['date_reversed', 'calendar_order', 'soonest_past'])

/** Below its field. */
function writtenAs(rule: FormRule): Path {
  if (rule.kind === 'date' || rule.kind === 'number') return [`x-${rule.kind}`, rule.relation]
  if (rule.kind === 'setting') return ['x-settings', 'of', rule.name]
  if (rule.kind === 'named') return []
  return rule.kind === 'inner' ? [] : [rule.kind === 'needed' ? 'x-required-when' : `x-${rule.kind}`]
}

export function checkSampleRules(
  context: Context,
  document: Document,
  path: Path,
  { type, rules, fields }: RowRules,
  row: Row,
  broken: BrokenRules,
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
    if (willExpire(rule, value))
      context.report(document, at, {
        slug: 'sample_date_fixed',
        message: `${rule.message}，固定日期“${String(value)}”会过期：请写相对日期，如 @+20d`,
        found: String(value),
        expected: '@+20d',
      })
    else if (isDecided(rule, row)) {
      const known = broken.get(rule) ?? { checked: 0, found: [] }
      known.checked++
      for (const { message } of brokenRules([byDay(rule)], dated, { now }))
        known.found.push({ path: at, message, value: String(value) })
      broken.set(rule, known)
    }
  }
}

/** Returns true if the form would not ask for the field in such a row. */
function isHidden({ conditions }: ContentType, row: Row, field: string): boolean {
  const condition = conditions[field]
  return condition !== undefined && !evaluateCondition(condition, { form: row })
}

/** Returns the rule at the precision of days, as a sample has no time of day. */
function byDay(rule: FormRule): FormRule {
  if (rule.kind !== 'date' || 'field' in rule.bound) return rule
  const { now: _now, ...bound } = rule.bound
  return { ...rule, bound }
}

function asksToday(rule: FormRule): boolean {
  return rule.kind === 'past' || rule.kind === 'age' || (rule.kind === 'date' && !('field' in rule.bound))
}

/** A fixed day is not after today for ever. */
function willExpire(rule: FormRule, value: unknown): boolean {
  if (rule.kind !== 'date' || 'field' in rule.bound || isOffset(value)) return false
  return rule.relation === 'after' || rule.relation === 'notBefore'
}

/** Returns true if the result is the same on every day of seeding: both dates move with it, or neither does. */
function isDecided(rule: FormRule, row: Row): boolean {
  if (asksToday(rule)) return isOffset(row[rule.field])
  return rule.kind !== 'date' || isOffset(row[rule.field]) === isOffset(row[otherOf(rule) ?? ''])
}
