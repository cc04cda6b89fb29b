// Refuses parameters with values that their dictionary (`x-dict`) does not have.

import type { FieldError } from '#shared/calls/errors.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { JsonSchema } from '#shared/model/json.ts'

const MAX_CHOICES = 40
/** A caller's own words are repeated only so far. */
const MAX_VALUE_LENGTH = 40

type Values = ReadonlyMap<string, ReadonlySet<string>>

/** A parameter may be several values with commas between. */
export const inParameter = (given: unknown): readonly string[] =>
  String(given)
    .split(',')
    .map((value) => value.trim())

/** Reads the values of a body property: one value, or a list of values. */
export const inBody = (given: unknown): readonly string[] =>
  [given].flat().filter((value) => typeof value === 'string')

/** `valuesIn` says what was asked for. A dictionary that the model does not have knows nothing. */
export function findUnknownValues(
  schema: JsonSchema,
  params: Readonly<Record<string, unknown>>,
  dictionaries: Values,
  valuesIn: typeof inParameter,
): FieldError[] {
  const declared = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  return Object.entries(params).flatMap(([name, given]) => {
    const { 'x-dict': dict, title } = declared[name] ?? {}
    const known = typeof dict === 'string' ? dictionaries.get(dict) : undefined
    if (!known) return []
    const wrong = valuesIn(given).find((value) => value !== '' && !known.has(value))
    if (wrong === undefined) return []
    const choices = [...known].slice(0, MAX_CHOICES).join('、')
    const message = `${typeof title === 'string' ? title : '请求参数'}没有“${cutLetters(wrong, MAX_VALUE_LENGTH)}”这个值，可用的有 ${choices}`
    return [{ path: `/${name}`, message }]
  })
}
