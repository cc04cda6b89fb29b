// Turns the short ways of writing in a configuration file into whole ones, which forms edit, and back.
import { deepEquals } from '@rjsf/utils'
import type { Json, JsonSchema } from '#shared/model/json.ts'

/** The keyword of an object that a file may write as the value of one property, or of a list as its only entry (`''`). */
const SHORT = 'x-short'

type Values = Readonly<Record<string, Json>>

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Follows references of the one document that holds all schemas. */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema
  let target: unknown = root
  for (const part of schema.$ref.split('/').slice(1)) target = (target as JsonSchema)[part]
  const { $ref: _, ...own } = schema
  return { ...resolved(target as JsonSchema, root), ...own }
}

/** True if the value has what the condition asks for: conditions of the language name constants of properties. */
function meets(condition: JsonSchema, value: Values): boolean {
  const asked = Object.entries((condition.properties ?? {}) as Record<string, JsonSchema>)
  return asked.every(([name, { const: only }]) => value[name] === only)
}

/** Schemas of the properties that a value has by its schema and the conditions it meets. */
function propertiesOf(schema: JsonSchema, value: Values): Record<string, JsonSchema> {
  const parts = ((schema.allOf ?? []) as readonly { readonly if?: JsonSchema; readonly then?: JsonSchema }[])
    .filter((part) => part.if && meets(part.if, value))
    .map(({ then }) => then?.properties as Record<string, JsonSchema> | undefined)
  return Object.assign({}, schema.properties, ...parts) as Record<string, JsonSchema>
}

/**
 * Returns the value as forms edit it: nothing in it is written the short way.
 *
 * @example
 * expand({ more: 'news/list' }, sectionSchema, root) // → { more: { page: 'news/list' } }
 */
export function expand(value: Json, schema: JsonSchema, root: JsonSchema): Json {
  const whole = resolved(schema, root)
  const { [SHORT]: short } = whole
  if (short === '' && !Array.isArray(value)) return [value]
  if (typeof short === 'string' && typeof value === 'string' && short !== '') return { [short]: value }
  if (Array.isArray(value)) {
    const { items } = whole
    return items ? value.map((entry) => expand(entry, items as JsonSchema, root)) : value
  }
  if (!isObject(value)) return value
  const properties = propertiesOf(whole, value)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const { [name]: child } = properties
      return [name, child ? expand(inner, child, root) : inner]
    }),
  )
}

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === ''

/** Without what was emptied in the form; undefined where nothing is left of an object that needs something. */
function filled(value: Values, { required, minProperties }: JsonSchema): Values | undefined {
  const entries = Object.entries(value).filter(([, inner]) => !isEmpty(inner))
  const asks = (Array.isArray(required) && required.length > 0) || minProperties !== undefined
  return entries.length === 0 && asks ? undefined : Object.fromEntries(entries)
}

/**
 * Returns what a file says for a value that a form edited. What was not edited stays as the file wrote it; what is
 * new is written the short way where there is one. What was emptied is left out.
 *
 * @example
 * shorten({ more: { page: 'news/home' } }, { more: 'news/list' }, sectionSchema, root) // → { more: 'news/home' }
 */
export function shorten(
  value: Json,
  written: Json | undefined,
  schema: JsonSchema,
  root: JsonSchema,
): Json | undefined {
  const whole = resolved(schema, root)
  if (written !== undefined && deepEquals(value, expand(written, whole, root))) return written
  const { [SHORT]: short } = whole
  if (Array.isArray(value)) {
    const items = whole.items as JsonSchema | undefined
    const before = Array.isArray(written) ? written : []
    const list = items
      ? value.flatMap((entry, index) => {
          const same = before.find((one) => deepEquals(entry, expand(one, items, root)))
          const next = same ?? shorten(entry, before[index], items, root)
          return isEmpty(next) ? [] : [next as Json]
        })
      : value
    if (list.length === 0) return undefined
    return short === '' && list.length === 1 && !Array.isArray(written) ? list[0] : list
  }
  if (!isObject(value)) return value
  const properties = propertiesOf(whole, value)
  const before = isObject(written) ? written : {}
  // The order of the file first: a line moves only where somebody moves it.
  const names = [...new Set([...Object.keys(before), ...Object.keys(value)])].filter((name) => name in value)
  const inner = Object.fromEntries(
    names.map((name) => {
      const { [name]: child } = properties
      return [name, child ? shorten(value[name] as Json, before[name], child, root) : value[name]]
    }),
  ) as Values
  const kept = filled(inner, whole)
  const [only, ...others] = Object.keys(kept ?? {})
  return typeof short === 'string' && kept && only === short && others.length === 0 && !isObject(written)
    ? kept[short]
    : kept
}

/**
 * Returns what the form calls each step of a JSON pointer: titles of properties, numbers of entries.
 *
 * @example
 * titlesOf('/sections/0/title', schema, root) // → ['页面的区块', '第 1 项', '标题']
 */
export function titlesOf(pointer: string, schema: JsonSchema, root: JsonSchema): string[] {
  let place: JsonSchema = schema
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const whole = resolved(place, root)
      if (/^\d+$/.test(part)) {
        place = (whole.items ?? {}) as JsonSchema
        return `第 ${Number(part) + 1} 项`
      }
      const branches = ((whole.allOf ?? []) as readonly { readonly then?: JsonSchema }[]).map(
        ({ then = {} }) => then,
      )
      const owner = [whole, ...branches].find(
        ({ properties }) => properties && part in (properties as object),
      )
      place = ((owner?.properties as Record<string, JsonSchema> | undefined)?.[part] ?? {}) as JsonSchema
      const { title = part } = resolved(place, root)
      return String(title)
    })
}
