// Finds the codes of a dictionary in a value, at any depth.
import type { JsonSchema } from '#shared/model/json.ts'
import type { RecordField } from './record-model.ts'

/** With every code of the dictionary replaced by what `change` makes of it; the same value where none is. */
export function changeCodes(
  { dict, schema }: Pick<RecordField, 'dict' | 'schema'>,
  dictionary: string,
  value: unknown,
  change: (code: string) => string,
): unknown {
  return walk(schema, value, { dictionary, change, isListed: dict === dictionary })
}

/**
 * Returns true if the value of a field contains a code of the dictionary, at any depth.
 *
 * @example
 * containsCode({ dict: 'level', schema: { type: 'string' } }, 'level', 'A', 'A') // → true
 */
export function containsCode(
  field: Pick<RecordField, 'dict' | 'schema'>,
  dictionary: string,
  value: unknown,
  code: string,
): boolean {
  let isHeld = false
  changeCodes(field, dictionary, value, (found) => {
    if (found === code) isHeld = true
    return found
  })
  return isHeld
}

interface Walk {
  readonly dictionary: string
  readonly change: (code: string) => string
  /** True if texts at this depth are codes of the dictionary. */
  readonly isListed: boolean
}

function walk(schema: JsonSchema, value: unknown, { isListed, ...rest }: Walk): unknown {
  const here = { ...rest, isListed: isListed || schema['x-dict'] === rest.dictionary }
  if (typeof value === 'string') return here.isListed ? here.change(value) : value
  if (Array.isArray(value)) {
    const items = value.map((one) => walk((schema.items ?? {}) as JsonSchema, one, here))
    // Two that became one are chosen once.
    return here.isListed ? [...new Set(items)] : items
  }
  if (typeof value !== 'object' || value === null) return value
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      properties[name] ? walk(properties[name], inner, { ...rest, isListed: false }) : inner,
    ]),
  )
}
