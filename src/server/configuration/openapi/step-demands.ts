// Adds to the schema of a transition call the answers that all its variants require; the handler itself refuses
// missing ones.

import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { ContentType, FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

type Properties = Readonly<Record<string, JsonSchema>>

/** By name; `every` way of the step asks for it. */
interface Demand {
  readonly name: string
  readonly schema: JsonSchema
  readonly every: boolean
}

/** The body of a step's call, or the parameters where it has none, with what the step asks for. */
export function withDemands(
  { contentTypes, forms }: Model,
  { content }: Operation,
  schema: JsonSchema,
): JsonSchema {
  const type = contentTypes.find(({ name }) => name === content?.type)
  const ways = type?.lifecycle.transitions.filter(({ action }) => action === content?.action) ?? []
  const known = (schema.properties ?? {}) as Properties
  if (!type || ways.length === 0 || !Object.hasOwn(known, 'id')) return schema
  const demands = [
    ...preconditionDemands(type, ways),
    ...reasonDemands(ways, known),
    ...answersOf(forms, ways),
  ]
  const properties = Object.fromEntries(demands.map(({ name, schema: own }) => [name, own]))
  const required = demands.filter(({ every }) => every).map(({ name }) => name)
  return {
    ...schema,
    properties: { ...known, ...properties },
    required: [...new Set([...((schema.required ?? []) as readonly string[]), ...required])],
  }
}

function preconditionDemands({ fields }: ContentType, ways: readonly Transition[]): Demand[] {
  const names = new Set(ways.flatMap(({ marks = [] }) => marks))
  return [...names].map((name) => ({
    name,
    schema: { type: 'string', title: fields.find((field) => field.name === name)?.title ?? name },
    every: ways.every(({ marks }) => marks?.includes(name)),
  }))
}

function reasonDemands(ways: readonly Transition[], { reason }: Properties): Demand[] {
  const [title] = ways.flatMap((way) => resolveReason(way.reason)?.title ?? [])
  if (title === undefined || reason === undefined) return []
  const every = ways.map((way) => resolveReason(way.reason)).every((words) => words && !words.optional)
  return [{ name: 'reason', schema: { ...reason, title }, every }]
}

/** Answers that a condition may hide are not always required. */
function answersOf(forms: readonly FormModel[], ways: readonly Transition[]): Demand[] {
  const formIds = [...new Set(ways.map(({ form }) => form))]
  return formIds.flatMap((id) => {
    const form = forms.find((one) => one.id === id)
    if (!form) return []
    const required = new Set((form.schema.required ?? []) as readonly string[])
    const everyWay = ways.every((way) => way.form === id)
    return Object.entries((form.schema.properties ?? {}) as Properties).map(([name, schema]) => ({
      name,
      schema,
      every: everyWay && required.has(name) && !Object.hasOwn(form.conditions, name),
    }))
  })
}
