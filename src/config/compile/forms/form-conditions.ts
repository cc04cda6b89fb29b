// Checks the conditions of a form's fields: their targets and inputs exist. No field depends on itself, or on a field
// that is hidden when it applies.

import { findCycles } from '#config/compile/common/find-cycles.ts'
import { type Properties, type SchemaLookup, schemaAt } from '#config/compile/common/schema-at-path.ts'
import { checkConditionValues } from '#config/compile/conditions/check-condition-values.ts'
import { findFixed } from '#config/compile/conditions/condition-outcomes.ts'
import type { PlacedTest } from '#config/compile/conditions/condition-parts.ts'
import { userSchemas } from '#config/compile/conditions/condition-user-schema.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import { type Condition, pathsOf } from '#shared/expressions/condition.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'

interface ConditionTarget {
  /** As the condition's key writes it, such as `rows.unit`. */
  readonly key: string
  /** The other properties of the same group or row, which the condition reads as `item`; absent for a field. */
  readonly siblings?: Properties
}

export function checkConditions(
  here: Place,
  when: Readonly<Record<string, Condition>>,
  fields: readonly Field[],
): void {
  const form = propertiesOfForm(fields)
  const before = here.context.problems.length
  for (const [key, condition] of Object.entries(when)) {
    const path = here.at('when', key)
    const place = findConditionTarget(path, form, key)
    const roots = {
      form,
      user: userSchemas(here.context),
      ...(place.siblings ? { item: place.siblings } : {}),
    }
    checkReads(path, condition, roots, place)
  }
  for (const ring of findCycles(buildDependencies(when)))
    here.at('when', ring[0] ?? '').report('condition_ring', { key: true, ring: ring.join(' → ') })
  if (here.context.problems.length === before) checkChains(here, when, form)
}

/** Checks chains of conditions: the condition of a field may contradict the condition of a field that it reads. */
function checkChains(here: Place, when: Readonly<Record<string, Condition>>, form: Properties): void {
  const roots = { form, user: userSchemas(here.context) }
  const schemaOf = ({ read }: PlacedTest) => {
    const found = findRead(read, roots)
    return 'schema' in found ? found.schema : undefined
  }
  for (const [key, condition] of Object.entries(when)) {
    const chain = [key]
    let together = condition
    for (const chainKey of chain) {
      const next = readOf(chainKey === key ? condition : (when[chainKey] as Condition)).filter(
        (name) => Object.hasOwn(when, name) && !chain.includes(name),
      )
      chain.push(...next)
      // A hidden field is empty.
      const applied = next.map((name) => ({
        any: [{ [`form.${name}`]: { empty: true } }, when[name] as Condition],
      }))
      if (applied.length > 0) together = { all: [together, ...applied] }
    }
    if (chain.length === 1 || findFixed(together, schemaOf, here.context.roles) !== 'never') continue
    const others = chain.slice(1).map((name) => `“${name}”`)
    here.at('when', key).report('condition_never.others', {
      found: JSON.stringify(condition),
      key: true,
      property: key,
      others,
    })
  }
}

/** Fields of the form itself that a condition reads. */
const readOf = (condition: Condition): string[] =>
  pathsOf(condition).flatMap((path) => (path.startsWith('form.') ? [path.slice('form.'.length)] : []))

/** A condition that reads nothing but the answers of a form. */
export function checkAnswersCondition(here: Place, condition: Condition, fields: readonly Field[]): void {
  checkReads(here, condition, { form: propertiesOfForm(fields) })
}

/** A condition that reads an item of a content type, and who asks. */
export function checkItemCondition(
  context: Context,
  document: Document,
  path: Path,
  condition: Condition,
  fields: readonly Field[],
): void {
  checkReads(new Place(context, document, path), condition, {
    item: propertiesOfForm(fields.filter(({ system, name }) => !system || name === 'status')),
    user: userSchemas(context),
  })
}

function propertiesOfForm(fields: readonly Field[]): Properties {
  return Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))
}

/** `rows.unit` is the unit in every row; what is unknown on the way is reported. */
function findConditionTarget(here: Place, form: Properties, key: string): ConditionTarget {
  const [first = '', ...inner] = key.split('.')
  let known = form
  let schema = Object.hasOwn(form, first) ? form[first] : undefined
  let name = first
  for (const part of inner) {
    if (!schema) break
    known = propertiesOf(schema)
    schema = Object.hasOwn(known, part) ? known[part] : undefined
    name = part
  }
  if (!schema)
    here.report('field_unknown.when', { found: name, known: Object.keys(known), key: true, property: key })
  return inner.length > 0 ? { key, siblings: known } : { key }
}

/** Of a group, or of each row. */
function propertiesOf(schema: JsonSchema): Properties {
  const holder = schema.type === 'array' ? (schema.items as JsonSchema | undefined) : schema
  return (holder?.properties ?? {}) as Properties
}

function checkReads(
  here: Place,
  condition: Condition,
  roots: Readonly<Record<string, Properties>>,
  place?: ConditionTarget,
): void {
  const known = new Set<string>()
  checkConditionValues(here, condition, (test: PlacedTest) => {
    const found: SchemaLookup =
      place && isSelf(place, test.read)
        ? { finding: ['condition_self.shown', { name: place.key }] }
        : findRead(test.read, roots)
    if ('schema' in found) return found.schema
    // A value that is read twice is reported once.
    if (!known.has(test.read)) here.in(test.path).report(...found.finding)
    known.add(test.read)
    return undefined
  })
}

function findRead(read: string, roots: Readonly<Record<string, Properties>>): SchemaLookup {
  const [root = '', ...names] = read.split('.')
  const properties = Object.hasOwn(roots, root) ? roots[root] : undefined
  if (properties) return schemaAt(read, properties, names)
  const known = Object.keys(roots)
  const starts = known.join('、').replace(/、(?=[^、]*$)/, ' 或 ')
  return { finding: ['root_unknown.form', { found: root, known, read, roots: starts }] }
}

/** From the form's root what a condition at `key` reads; undefined for what is no answer. */
function answerOf(key: string, read: string): string | undefined {
  const [root, ...names] = read.split('.')
  if (root === 'form') return names.join('.')
  return root === 'item' ? [...key.split('.').slice(0, -1), ...names].join('.') : undefined
}

const isInside = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}.`)

function isSelf({ key }: ConditionTarget, read: string): boolean {
  const answer = answerOf(key, read)
  return answer !== undefined && isInside(answer, key)
}

/** From each field with a condition to the others with one that decide whether it has an answer to read, or is there. */
function buildDependencies(
  when: Readonly<Record<string, Condition>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = Object.keys(when)
  return new Map(
    Object.entries(when).map(([key, condition]) => {
      const needed = [key, ...pathsOf(condition).flatMap((read) => answerOf(key, read) ?? [])]
      const others = keys.filter((other) => other !== key && needed.some((name) => isInside(name, other)))
      return [key, new Set(others)]
    }),
  )
}
