// Validates values in the configuration against the schema of the call, page or fixed filter that takes them.

import type { Context } from '#config/load/context.ts'
import type { Place } from '#config/load/place.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { findViolation } from './schema-violation.ts'

/** The separator of several codes in one value. */
const BETWEEN = ','

/**
 * `title` is the parameter that takes the value, as the message names it: 参数“limit”. `inAddress`: it travels as text,
 * so that “6” is a number as well, and several codes may stand there.
 */
export function checkInputValues(
  here: Place,
  title: string,
  schema: JsonSchema | undefined,
  value: unknown,
  inAddress: boolean,
): void {
  if (schema === undefined || (typeof value === 'string' && placeholdersOf(value).length > 0)) return
  const dictionary = schema['x-dict']
  if (typeof dictionary === 'string') checkCodes(here, title, dictionary, value, schema.enum)
  else {
    const refusal = findViolation(schema, inAddress ? asRead(schema, value) : value)
    if (refusal)
      here.report('given_refused', {
        found: String(value),
        ...(refusal.known ? { known: refusal.known } : {}),
        title,
        value: JSON.stringify(value),
        refusal,
      })
  }
}

/** As the server reads a text of the address. */
function asRead(schema: JsonSchema, value: unknown): unknown {
  const types = [schema.type].flat()
  if (typeof value !== 'string' || types.includes('string'))
    return types.includes('string') && value !== null ? String(value) : value
  if (types.includes('boolean')) return value === 'true' ? true : value === 'false' ? false : value
  if (types.includes('integer') || types.includes('number'))
    return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return value
}

/** `only`: of a choice that offers some of them. */
function checkCodes(here: Place, title: string, dictionary: string, value: unknown, only: unknown): void {
  const codes = codesOf(here.context, dictionary, only)
  if (!codes || typeof value === 'boolean') return
  for (const code of String(value).split(BETWEEN)) {
    if (codes.has(code)) continue
    const named = [...codes].find(([, label]) => label === code)?.[0]
    here.report(named ? 'given_code.label' : 'given_code.none', {
      found: code,
      ...(named ? {} : { known: codes.keys() }),
      title,
      dictionary,
      named,
    })
  }
}

/** Codes with their labels, of all levels where one of a family is meant; undefined where the dictionary is not known. */
function codesOf(
  context: Context,
  dictionary: string,
  only: unknown,
): ReadonlyMap<string, string> | undefined {
  const written = context.of('dictionary')
  if (!written.has(dictionary)) return undefined
  const family = [...context.of('family').values()].find(({ value: { levels } }) =>
    levels.some((level) => level.dictionary === dictionary),
  )
  const names = family ? family.value.levels.map((level) => level.dictionary) : [dictionary]
  const items = names.flatMap((name) => written.get(name)?.value.items ?? [])
  const offered = family || !Array.isArray(only) ? items : items.filter(({ value }) => only.includes(value))
  return new Map(offered.map(({ value, label }) => [value, label]))
}
