// Compiles computed fields. Checks that the types of expressions fit, and that results disclose no hidden field.

import { SYSTEM_FIELDS } from '#config/compile/fields/system-fields.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { MessageCode } from '#config/load/codes.ts'
import type { Place, Values } from '#config/load/place.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import { type Expression, isPath, TODAY } from '#shared/expressions/expression.ts'
import { isConvertible } from '#shared/formats/units.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'
import { checkExpression } from './check-expression.ts'

type Result = 'number' | 'integer' | 'date'

/** The field types that expressions can read, with their result types. */
const READ: Readonly<Partial<Record<FieldType, Result>>> = {
  number: 'number',
  integer: 'integer',
  date: 'date',
}
const TITLES: Readonly<Record<Result, string>> = {
  number: '数值',
  integer: '整数',
  date: '日期',
}
const SCHEMAS: Readonly<Record<Result, object>> = {
  number: { type: 'number' },
  integer: { type: 'integer' },
  date: { type: 'string', format: 'date' },
}

/** The keys that each verb requires and allows. */
const VERBS: Readonly<
  Record<string, { readonly needs?: readonly string[]; readonly may?: readonly string[] }>
> = {
  plus: {},
  minus: {},
  times: {},
  round: { may: ['digits'] },
  days: {},
  day: { needs: ['later'] },
}
const PAIRS: readonly string[] = ['minus', 'days']

/** In the order in which they are written; `own` are the fields of the type itself. */
export function compileComputed(
  here: Place<WrittenContentType>,
  own: readonly Field[],
  joined: readonly Field[],
): Field[] {
  return Object.entries(here.document.value.computed ?? {}).flatMap(([name, written]) => {
    const at = here.at('computed', name)
    if ([...own, ...joined, ...SYSTEM_FIELDS].some((field) => field.name === name)) {
      at.report('computed_taken', { found: name, key: true })
      return []
    }
    const { title, unit, value, filter = false, sort = false } = written
    const inferred = new ExpressionChecker(own).typeOf(at.at('value'), value as Expression)
    // An invalid expression keeps the field's name, so that references to it are not reported.
    const result = inferred ?? promised(value as Expression)
    if (inferred && unit !== undefined && result !== 'number' && result !== 'integer')
      at.report('computed_unit', { found: unit, name, kind: TITLES[result] })
    const counted = inferred && unitOf(value as Expression, own, unit)
    if (counted !== undefined && unit !== undefined && unit !== counted)
      here
        .in(`computed/${name}/unit`.split('/'))
        .report('computed_unit_other', { found: unit, expected: counted, title })
    if (inferred) checkExpression(at.at('value'), own, title, value as Expression)
    return {
      name,
      title,
      type: result,
      required: false,
      ...(unit === undefined ? {} : { unit }),
      filter,
      sort,
      system: true,
      schema: SCHEMAS[result] as Field['schema'],
      computed: value as Expression, // its schema and the judge leave nothing else
    }
  })
}

/**
 * Returns the unit of a result if it measures the same as `declaredUnit` and nothing converts it; undefined
 * otherwise. A literal factor may be a conversion. A product has the unit of the one factor that measures the same as
 * `declaredUnit`; a price per unit is another measure.
 */
function unitOf(
  expression: Expression,
  own: readonly Field[],
  declaredUnit: string | undefined,
): string | undefined {
  const unitOfAll = (parts: readonly Expression[]) => {
    const [unit, ...others] = new Set(parts.flatMap((part) => unitOf(part, own, declaredUnit) ?? []))
    return others.length === 0 ? unit : undefined
  }
  if (typeof expression === 'number') return undefined
  if (typeof expression === 'string') {
    const unit = own.find(({ name }) => `item.${name}` === expression)?.unit
    return isConvertible(unit, declaredUnit) ? unit : undefined
  }
  if ('round' in expression) return unitOf(expression.round, own, declaredUnit)
  if ('plus' in expression) return unitOfAll(expression.plus)
  if ('minus' in expression) return unitOfAll(expression.minus)
  if ('times' in expression && expression.times.every((part) => typeof part === 'string'))
    return unitOfAll(expression.times)
  return undefined
}

/** Returns the result type that the outermost verb of an invalid expression implies. */
function promised(expression: Expression): Result {
  if (typeof expression !== 'object') return 'number'
  return 'day' in expression ? 'date' : 'number'
}

/** Infers the result type of an expression; undefined where the expression is invalid (reported). */
class ExpressionChecker {
  readonly #own: readonly Field[]

  constructor(own: readonly Field[]) {
    this.#own = own
  }

  typeOf(here: Place, expression: Expression): Result | undefined {
    if (typeof expression === 'number') return Number.isInteger(expression) ? 'integer' : 'number'
    if (typeof expression === 'string') return this.#ofName(here, expression)
    const verb = this.#verbOf(here, expression)
    if (verb === undefined) return undefined
    if ('days' in expression) return this.#all(here.at('days'), expression.days, ['date']) && 'integer'
    if ('day' in expression) {
      const fits = [
        this.#fits(here.at('day'), expression.day, ['date']),
        this.#fits(here.at('later'), expression.later, ['integer']),
      ]
      return fits.every(Boolean) ? 'date' : undefined
    }
    if ('round' in expression) {
      const fits = this.#fits(here.at('round'), expression.round, ['number', 'integer'])
      return fits ? ((expression.digits ?? 0) > 0 ? 'number' : 'integer') : undefined
    }
    const parts = Object.values(expression).flat() as readonly Expression[]
    const types = this.#all(here.at(verb), parts, ['number', 'integer'])
    return types && (types.every((type) => type === 'integer') ? 'integer' : 'number')
  }

  #ofName(here: Place, text: string): Result | undefined {
    if (text === TODAY) return 'date'
    const readable = this.#own.filter((field) => READ[field.type] !== undefined && field.of === undefined)
    const name = isPath(text) ? text.slice('item.'.length) : text
    const field = this.#own.find((one) => one.name === name)
    const report = (code: MessageCode, values: Values) => {
      here.report(code, { found: text, ...values })
      return undefined
    }
    if (!isPath(text) || !field)
      return report(isPath(text) ? 'field_unknown.item' : 'field_unknown.value', {
        known: readable.map((one) => `item.${one.name}`),
        name,
      })
    if (field.visible || isSecret(field)) return report('computed_hidden', { name })
    if (!readable.includes(field)) return report('computed_type', { name, field, types: Object.keys(READ) })
    return READ[field.type]
  }

  #verbOf(here: Place, expression: object): string | undefined {
    const keys = Object.keys(expression)
    const verbs = keys.filter((key) => Object.hasOwn(VERBS, key))
    const report = (code: MessageCode, values: Values) => {
      here.report(code, values)
      return undefined
    }
    const [verb] = verbs
    if (verb === undefined || verbs.length > 1)
      return report(verb ? 'expression_verb.several' : 'expression_verb.none', {
        verbs: Object.keys(VERBS),
        written: verbs,
      })
    const { needs = [], may = [] } = VERBS[verb] ?? {}
    const missing = needs.filter((key) => !keys.includes(key))
    if (missing.length > 0) return report('expression_verb.missing', { verb, missing })
    const other = keys.filter((key) => ![verb, ...needs, ...may].includes(key))
    if (other.length > 0) return report('expression_verb.other', { verb, other })
    const parts = (expression as Readonly<Record<string, unknown>>)[verb]
    if (PAIRS.includes(verb) && (parts as readonly unknown[]).length !== 2)
      return report('expression_verb.pair', { verb, parts })
    return verb
  }

  #all(here: Place, parts: readonly Expression[], wanted: readonly Result[]): Result[] | undefined {
    const found = parts.map((part, at) => this.#fits(here.at(at), part, wanted))
    return found.includes(undefined) ? undefined : (found as Result[]) // none is missing
  }

  #fits(here: Place, part: Expression, wanted: readonly Result[]): Result | undefined {
    const type = this.typeOf(here, part)
    if (type === undefined || wanted.includes(type)) return type
    here.report('expression_type', {
      found: TITLES[type],
      kinds: wanted.map((one) => TITLES[one]).join('或'),
    })
    return undefined
  }
}
