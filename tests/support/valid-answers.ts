// Provides valid answers to any form of the configuration, made from its compiled fields, repeatable from a seed.

import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { compareDates, keepsRelation, movedDay, movedEdge, todayAt } from '#shared/validation/date-bound.ts'
import { type FormRule, rulesOf } from '#shared/validation/form-rules.ts'
import { keepsOrder } from '#shared/validation/number-bound.ts'
import { type FormUser, hiddenFields, NOBODY } from '#shared/validation/visible-fields.ts'

export type Random = () => number
export type Answers = Record<string, unknown>

export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T
export const int = (random: Random, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1))
const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => int(random, 0, 9)).join('')

const HAN = '应急装备救援队伍消防排水抢险无人机通信保障示例单位研究所中心测试科技'
const han = (random: Random, count: number) =>
  Array.from({ length: count }, () => pick(random, [...HAN])).join('')

export function uscc(random: Random): string {
  const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  const body = `91${digits(random, 6)}${Array.from({ length: 9 }, () => pick(random, [...letters])).join('')}`
  let sum = 0
  let weight = 1
  for (const letter of body) {
    sum += letters.indexOf(letter) * weight
    weight = (weight * 3) % 31
  }
  return body + letters[(31 - (sum % 31)) % 31]
}

export function idCard(random: Random): string {
  const body = `110105${int(random, 1960, 2000)}0${int(random, 1, 9)}1${int(random, 0, 9)}${digits(random, 3)}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(body[index]), 0)
  return body + '10X98765432'[sum % 11]
}

const FORMATS: Readonly<Record<string, (random: Random) => string>> = {
  mobile: (random) => `1${int(random, 3, 9)}${digits(random, 9)}`,
  'id-card': idCard,
  uscc,
  telephone: (random) => `010-${int(random, 1, 9)}${digits(random, 7)}`,
  'post-code': (random) => digits(random, 6),
  email: (random) => `user${digits(random, 4)}@example.com`,
  uri: (random) => `https://example.com/${digits(random, 3)}`,
  region: (random) => pick(random, ['11', '3502', '350203']),
  'date-time': (random) =>
    `${int(random, 2000, 2020)}-0${int(random, 1, 9)}-1${int(random, 0, 9)}T08:00:00+08:00`,
  date: (random) => `${int(random, 2000, 2020)}-0${int(random, 1, 9)}-1${int(random, 0, 9)}`,
}

/** By the pattern's first characters; a pattern that is not here fails the test that meets it. */
const PATTERNS: readonly (readonly [string, (random: Random) => string])[] = [
  ['^[A-Za-z0-9_-]+$', (random) => `id-${digits(random, 8)}`],
  ['^[A-Za-z][A-Za-z0-9_]', (random) => `user_${digits(random, 8)}`],
  ['^(?=.*[A-Z])', (random) => `Ab${digits(random, 6)}#x`],
  ['^([0-9]{6}|', (random) => digits(random, 6)],
  ['^([0-9]{14}|[A-Z]', (random) => digits(random, 14)],
  ['^[0-9]{4}$', (random) => digits(random, 4)],
  ['^[0-9]{6}$', (random) => digits(random, 6)],
  ['^[0-9]{5,6}$', (random) => digits(random, 6)],
  ['^(19|20)', (random) => `${int(random, 1960, 2000)}-0${int(random, 1, 9)}`],
  ['^[A-Za-z0-9]{5,30}$', (random) => `E${digits(random, 8)}`],
  ['^[A-Za-z0-9-]{8,20}$', (random) => `UAS${digits(random, 8)}`],
  ['^B[A-Z0-9]', (random) => `BG${int(random, 1, 9)}ABC`],
  ['^(7[3-9]|', (random) => `116°${int(random, 10, 59)}′20″`],
  ['^([3-9]|', (random) => `39°${int(random, 10, 59)}′20″`],
  ['^IP[0-9X]', (random) => `IP6${int(random, 5, 8)}`],
  ['^\\d{4}-\\d{3}', (random) => `${digits(random, 4)}-${digits(random, 3)}X`],
  ['^/', (random) => `/zone/${digits(random, 4)}`],
  ['^(https?://|/)', (random) => `https://example.cn/${digits(random, 6)}`],
  ['^[0-9a-f]{8}-', (random) => `0f8fad5b-d9cb-469f-a165-${digits(random, 12)}`],
]

function text(random: Random, schema: JsonSchema): string {
  const format = schema.format as string | undefined
  if (format) return (FORMATS[format] as (random: Random) => string)(random)
  const { pattern, minLength = 1, maxLength = 20 } = schema as Record<string, never>
  if (pattern) {
    const [, build] = PATTERNS.find(([start]) => String(pattern).startsWith(start)) ?? []
    if (!build) throw new Error(`No valid text is known for the pattern ${String(pattern)}`)
    return build(random)
  }
  const least = Math.max(1, Number(minLength))
  return han(random, int(random, least, Math.min(Number(maxLength), least + 20)))
}

export function validValue(random: Random, schema: JsonSchema): unknown {
  if (Array.isArray(schema.enum)) return pick(random, schema.enum)
  if (schema.type === 'string') return text(random, schema)
  if (schema.type === 'boolean') return random() < 0.5
  if (schema.type === 'object') {
    const required = (schema.required ?? []) as string[]
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
    const given = properties.filter(([name]) => required.includes(name) || random() < 0.5)
    return Object.fromEntries(given.map(([name, child]) => [name, validValue(random, child)]))
  }
  if (schema.type === 'array') {
    const least = Math.max(1, Number(schema.minItems ?? 0))
    const count = int(random, least, Math.min(Number(schema.maxItems ?? 3), least + 2))
    const entries = Array.from({ length: count }, () => validValue(random, schema.items as JsonSchema))
    const unique = [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()]
    return schema.uniqueItems ? unique : entries
  }
  const [low, high] = [Number(schema.minimum ?? 0), Number(schema.maximum ?? 1000)]
  const whole = int(random, Math.ceil(low), Math.floor(high))
  return schema.multipleOf === 0.01 && whole < high ? whole + pick(random, [0, 0.5, 0.25]) : whole
}

/** A day that keeps the rule: the bound's own, or the next one beyond it. */
function dateFor(
  { relation, bound }: Extract<FormRule, { kind: 'date' }>,
  answers: Answers,
  own: string,
  now: Date,
): unknown {
  const limit =
    'field' in bound
      ? answers[bound.field]
      : 'start' in bound
        ? movedEdge(bound, answers)
        : movedDay(todayAt(now), bound)
  const order = compareDates(own, limit)
  if (order === undefined || keepsRelation(relation, order)) return own
  // Of this moment, a day further: eight o'clock of today may be over, or not yet.
  const edge = own.includes('T') && 'today' in bound ? 1 : 0
  const by = { after: 1, before: -1, notBefore: edge, notAfter: -edge }[relation]
  const day = movedDay(String(limit).slice(0, 10), { today: by, unit: 'd' })
  return own.includes('T') ? `${day}T08:00:00+08:00` : day
}

/** The least or the most that the field takes, whichever the rule leads to. */
function farthest(
  { fields }: FormModel,
  { field, relation }: Extract<FormRule, { kind: 'number' }>,
): unknown {
  const schema = fields.find(({ name }) => name === field)?.schema
  return relation === 'less' || relation === 'notMore' ? schema?.minimum : schema?.maximum
}

/** All required fields that the answers show, and some of the others; as of `now`, the clock of who takes them. */
export function validAnswers(
  random: Random,
  form: FormModel,
  chance = 0.6,
  user: FormUser = NOBODY,
  now = new Date(),
): Answers {
  const answers: Answers = {}
  const isGiven = (field: Field) => field.required || random() < chance
  for (const field of form.fields) if (isGiven(field)) answers[field.name] = validValue(random, field.schema)
  keepRules(random, form, rulesOf(form.schema), answers, now)
  const hidden = hiddenFields(form, answers, user)
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !hidden.has(name)))
}

function keepRules(
  random: Random,
  form: FormModel,
  rules: readonly FormRule[],
  answers: Answers,
  now: Date,
): void {
  for (const rule of rules) {
    const own = answers[rule.field]
    if (rule.kind === 'same') answers[rule.field] = answers[rule.other]
    if (rule.kind === 'number' && !keepsOrder(rule.relation, own, answers[rule.other]))
      answers[rule.field] = farthest(form, rule)
    if (rule.kind === 'date' && own !== undefined)
      answers[rule.field] = dateFor(rule, answers, String(own), now)
    if (rule.kind === 'age' && own !== undefined)
      answers[rule.field] = `${int(random, 1965, 1995)}${String(own).slice(4)}`
    if (rule.kind === 'named') answers[rule.field] = pick(random, rule.names)
    if (rule.kind === 'setting' && answers[rule.other] === rule.name)
      answers[rule.field] = rule.setting.type === 'boolean' ? '开启' : String(rule.setting.default)
    if (rule.kind === 'inner')
      for (const group of [own ?? []].flat()) keepRules(random, form, rule.rules, group as Answers, now)
  }
}
