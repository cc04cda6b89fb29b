// Converts one operation to its OpenAPI description, with the answers that a transition asks for.

import { isForKeys } from '#server/platform/operations/key-scope.ts'
import { ERRORS, type ErrorName } from '#shared/calls/errors.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { ContentType, FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { toChosen, toContentResult } from './content-result.ts'

export type SchemaPart = Record<string, unknown>

const JSON_CONTENT = 'application/json'

/** Schemas without what names their files. */
export function toPublicSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toPublicSchema)
  if (schema === null || typeof schema !== 'object') return schema
  const kept = Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id')
  return Object.fromEntries(kept.map(([key, value]) => [key, toPublicSchema(value)]))
}

/** Returns the title and the description. */
function describe({ title, description }: JsonSchema): SchemaPart {
  const texts = [title, description].filter((text) => typeof text === 'string')
  return texts.length === 0 ? {} : { description: texts.join('：') }
}

function toParameters({ params, path }: Operation): SchemaPart[] {
  const properties = (params.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const required = new Set((params.required as readonly string[] | undefined) ?? [])
  return Object.entries(properties).map(([name, schema]) => {
    const isInPath = path.includes(`{${name}}`)
    return {
      name,
      in: isInPath ? 'path' : 'query',
      required: isInPath || required.has(name),
      ...describe(schema),
      schema: toPublicSchema(schema),
    }
  })
}

/** Returns the errors that a caller must expect. */
function refusalsOf({ access, writes, params, content, body }: Operation): ErrorName[] {
  const isOpen = access.includes('anyone')
  const hasInput = body !== undefined || Object.keys(params.properties ?? {}).length > 0
  return [
    ...(hasInput || writes ? (['BAD_PARAMETER'] as const) : []),
    ...(isOpen ? [] : (['SIGN_IN_REQUIRED', 'FORBIDDEN'] as const)),
    ...(content && content.action !== 'list' ? (['NOT_FOUND'] as const) : []),
    ...(content && writes ? (['WRONG_STATE'] as const) : []),
    'TOO_MANY_REQUESTS',
    'UNAVAILABLE',
  ]
}

function toResponses(model: Model, operation: Operation): SchemaPart {
  const data = toPublicSchema(toContentResult(model, operation))
  const envelope = {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { code: { const: 0 }, msg: { const: 'success' }, data },
  }
  const refusals = refusalsOf(operation).map((name) => [
    String(ERRORS[name].status),
    { $ref: `#/components/responses/${name}` },
  ])
  return {
    200: { description: '成功', content: { [JSON_CONTENT]: { schema: envelope } } },
    ...Object.fromEntries(refusals),
  }
}

/** Returns the description of a call beyond that of its single parameters. */
function describeCall({ method, writes, params }: Operation): SchemaPart {
  const patterns = (params.patternProperties ?? {}) as Readonly<Record<string, JsonSchema>>
  const notes = [
    ...(method === 'GET' && writes ? ['会改变内容；须带 token 请求头。'] : []),
    ...Object.values(patterns).flatMap(({ description }) =>
      typeof description === 'string' ? [description] : [],
    ),
  ]
  return notes.length === 0 ? {} : { description: notes.join('\n\n') }
}

/** A submitted item has the parameters of the category that it names. */
function toBody({ contentTypes }: Model, { content }: Operation, body: JsonSchema): unknown {
  const type = contentTypes.find(({ name }) => name === content?.type)
  const properties = (body.properties ?? {}) as JsonSchema
  const chosen = type?.fields.filter(({ name, parameters }) => parameters && Object.hasOwn(properties, name))
  if (!chosen?.length) return toPublicSchema(body)
  const open = Object.fromEntries(chosen.map((field) => [field.name, toChosen(field)]))
  return toPublicSchema({ ...body, properties: { ...properties, ...open } })
}

export function toOperation(model: Model, served: Operation): SchemaPart {
  const operation = { ...served, params: withDemands(model, served, served.params) }
  const { id, summary, access } = operation
  const body = served.body && withDemands(model, served, served.body)
  return {
    operationId: id.replace('.', '_'),
    summary,
    tags: [id.split('.', 1)[0]],
    ...describeCall(operation),
    parameters: toParameters(operation),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { [JSON_CONTENT]: { schema: toBody(model, operation, body) } },
          },
        }
      : {}),
    security: [
      ...(access.includes('anyone') ? [{}] : []),
      { token: [] },
      ...(isForKeys(operation) ? [{ key: [] }] : []),
    ],
    responses: toResponses(model, operation),
  }
}

type Properties = Readonly<Record<string, JsonSchema>>

/** By name; `every` way of the step asks for it. */
interface Demand {
  readonly name: string
  readonly schema: JsonSchema
  readonly every: boolean
}

/** The body of a step's call, or the parameters where it has none, with what the step asks for. */
function withDemands({ contentTypes, forms }: Model, { content }: Operation, schema: JsonSchema): JsonSchema {
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
