// Converts a validator's errors into field errors with Chinese messages.

import type { ErrorObject } from 'ajv/dist/2020.js'
import type { FieldError } from '#shared/calls/errors.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { messageFor } from '#shared/validation/error-messages.ts'
import { toErrorPath } from '#shared/validation/validation-error.ts'

/** Errors that only say that another one was found. */
const WRAPPERS = new Set(['if', 'then', 'else', 'propertyNames'])
const MAX_ERRORS = 100
const MAX_CHOICES = 40
/** A caller's own names are repeated only so far. */
const MAX_NAME_LENGTH = 40

export function ajvToFieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  const seen = new Set<string>()
  const refused: FieldError[] = []
  for (const error of errors) {
    const path = toErrorPath(error).slice(0, 200)
    if (WRAPPERS.has(error.keyword) || seen.has(path) || refused.length >= MAX_ERRORS) continue
    seen.add(path)
    refused.push({ path, message: toMessage(error) })
  }
  return refused
}

/** The caller of a read sees no list to choose from, so the message contains the choices. */
export function toParameterErrors(errors: readonly ErrorObject[]): FieldError[] {
  const choices = new Map(
    errors.flatMap((error) => {
      const values = error.keyword === 'enum' ? (error.params.allowedValues as readonly unknown[]) : undefined
      const title = (error.parentSchema as JsonSchema | undefined)?.title ?? error.instancePath.slice(1)
      return values
        ? [[toErrorPath(error), `${title}只能是 ${values.slice(0, MAX_CHOICES).join('、')}`] as const]
        : []
    }),
  )
  return ajvToFieldErrors(errors).map((error) => ({
    ...error,
    message: choices.get(error.path) ?? error.message,
  }))
}

function toMessage(error: ErrorObject): string {
  const { missingProperty, additionalProperty, unevaluatedProperty } = error.params
  const parent = error.parentSchema as JsonSchema | undefined
  const properties = (parent?.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const schema = typeof missingProperty === 'string' ? properties[missingProperty] : parent
  const extra = additionalProperty ?? unevaluatedProperty
  const name =
    missingProperty ?? extra ?? error.instancePath.split('/').findLast((part) => !/^\d*$/.test(part))
  const isEntry = missingProperty === undefined && extra === undefined && /\/\d+$/.test(error.instancePath)
  const title =
    extra === undefined && typeof schema?.title === 'string'
      ? schema.title
      : isEntry
        ? '列表中的一项'
        : (name ?? '提交的内容')
  return messageFor(
    { keyword: error.keyword, params: error.params, schema },
    cutLetters(String(title), MAX_NAME_LENGTH),
  )
}
