// Provides the trial whether a property of the language is alive: a use of it is changed, and what is compiled must change with it.

import type { PortalFiles } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import {
  isSchema,
  type LanguageFiles,
  type LanguageProperty,
  referred,
} from '#config/tools/language-paths.ts'
import { type ReferenceUse, writtenUses } from '#config/tools/reference-usage.ts'
import type { JsonSchema } from '#shared/model/json.ts'

/** A portal that is accepted, what it uses of the language, and what it comes to. */
export interface Ground {
  readonly name: string
  readonly files: PortalFiles
  readonly uses: ReadonlyMap<string, readonly ReferenceUse[]>
  /** By the last name on their path: what may stand at one place may often stand at another of its name. */
  readonly values: ReadonlyMap<string, readonly unknown[]>
  readonly outcome: string
}

type Written = Record<string | number, unknown>

const outcomeOf = (files: PortalFiles): { readonly text: string } | { readonly slugs: readonly string[] } => {
  const result = checkConfiguration(files)
  if (!result.ok) return { slugs: result.problems.map(({ slug }) => slug) }
  const { hash: _, ...model } = result.model
  return { text: JSON.stringify(model) }
}

const lastOf = ({ path }: ReferenceUse): string => String(path.at(-1))

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const known = lists.get(key)
  if (known) known.push(value)
  else lists.set(key, [value])
}

export function groundOf(name: string, files: PortalFiles, language: LanguageFiles): Ground {
  const outcome = outcomeOf(files)
  if (!('text' in outcome)) throw new Error(`${name}: ${outcome.slugs.join(', ')}`)
  const uses = new Map<string, ReferenceUse[]>()
  const values = new Map<string, unknown[]>()
  for (const use of writtenUses(language, files)) {
    if (files.borrowed?.has(use.file)) continue
    add(uses, use.place, use)
    add(values, lastOf(use), use.value)
  }
  return { name, files, uses, values, outcome: outcome.text }
}

const REMOVED = Symbol('removed')
/** Of the values of other places. */
const POOL = 8

const isObject = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Values near to it that a place of its kind may take. */
function* near(value: unknown): Generator<unknown> {
  if (typeof value === 'boolean') yield !value
  if (typeof value === 'number') yield* [value + 1, value - 1, value * 2]
  if (typeof value === 'string' && /^#[0-9A-Fa-f]{6}$/.test(value)) yield '#1A2B3C'
  if (typeof value === 'string')
    yield* [`${value}甲`, `${value.slice(0, -1)}甲${value.slice(-1)}`, `${value}a`, `${value}1`]
  if (typeof value === 'string' && value.startsWith('today')) yield 'today+9d'
  if (typeof value === 'string' && /^\d+$/.test(value))
    yield* [String(Number(value) + 1), String(Number(value) - 1)]
  if (Array.isArray(value)) {
    if (value.length > 1) yield* [value.slice(1), value.slice(0, -1), value.toReversed()]
    for (const first of near(value[0])) yield [first, ...value.slice(1)]
    yield []
  }
  if (!isObject(value)) return
  for (const [key, inner] of Object.entries(value)) {
    const { [key]: _, ...rest } = value
    yield rest
    for (const other of near(inner)) yield { ...rest, [key]: other }
  }
}

/** Other values for the place: none, those of other places of its name, then such as are near. */
function* otherValues(
  { value }: ReferenceUse,
  schema: JsonSchema,
  pool: readonly unknown[],
): Generator<unknown> {
  yield REMOVED
  for (const one of (schema.enum ?? []) as readonly unknown[]) if (one !== value) yield one
  const others = new Map(pool.map((one) => [JSON.stringify(one), one]))
  others.delete(JSON.stringify(value))
  const alike = [...others.values()].filter((one) => typeof one === typeof value)
  yield* alike.slice(0, POOL)
  yield* near(value)
}

function changed(text: string, use: ReferenceUse, other: unknown): string {
  const root = JSON.parse(text) as Written
  let holder = root
  for (const key of use.path.slice(0, -1)) holder = holder[key] as Written
  const last = use.path.at(-1) as string
  if (other === REMOVED) delete holder[last]
  else holder[last] = other
  return JSON.stringify(root, null, 2)
}

/** What the shape alone says is no sign of life. */
const SHAPES: ReadonlySet<string> = new Set([
  'key_missing',
  'key_unknown',
  'type_wrong',
  'value_unknown',
  'value_format',
  'value_limit',
  'option_wrong',
  'option_unknown',
])

export interface Verdict {
  readonly alive: 'model' | 'checked' | null
  readonly tried: number
}

/** Uses of a place that are tried, and values at each. */
export interface Most {
  readonly uses: number
  readonly values: number
}

/** Uses of it are changed, until one changes what comes of it. */
export function tryPlace(
  place: LanguageProperty,
  language: LanguageFiles,
  grounds: readonly Ground[],
  most: Most,
): Verdict {
  const file = place.id.slice(0, place.id.indexOf('#'))
  const { $ref } = place.schema
  const target = typeof $ref === 'string' ? referred(language, file, $ref).schema : place.schema
  const schema = isSchema(target) ? target : {}
  let tried = 0
  let isChecked = false
  for (const ground of grounds)
    for (const use of (ground.uses.get(place.id) ?? []).slice(0, most.uses)) {
      const pool = [
        ...(ground.uses.get(place.id) ?? []).map(({ value }) => value),
        ...(ground.values.get(lastOf(use)) ?? []),
      ]
      let left = most.values
      for (const other of otherValues(use, schema, pool)) {
        if (left-- === 0) break
        tried++
        const after = outcomeOf(
          withFile(ground.files, use.file, changed(ground.files.get(use.file) ?? '', use, other)),
        )
        if ('text' in after && after.text !== ground.outcome) return { alive: 'model', tried }
        if ('slugs' in after && after.slugs.some((slug) => !SHAPES.has(slug))) isChecked = true
      }
    }
  return { alive: isChecked ? 'checked' : null, tried }
}

function withFile(files: PortalFiles, path: string, text: string): PortalFiles {
  const made: PortalFiles = new Map(files)
  if (files.borrowed) made.borrowed = files.borrowed
  if (files.attached) made.attached = files.attached
  return made.set(path, text)
}
