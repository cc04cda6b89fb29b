// Checks that the fields of a form match the fields that its submit operation accepts.

import type { PagePlace } from '#config/compile/links/compile-context.ts'
import type { WrittenSource } from '#config/generated/written.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'

interface Submitted {
  readonly form: FormModel
  readonly operation: Operation
  /** The values that the page adds to the answers, such as the key of its address. */
  readonly added: readonly string[]
  /** The property of the body that contains the answers, where they are not the body itself. */
  readonly under?: string | undefined
}

type Properties = Readonly<Record<string, JsonSchema>>

/** The values with which the browser identifies the item that is changed. */
const OF_CHANGE = ['id', 'revision']
const MAX_NAMED = 6

function takes({ form, content }: Operation, id: string): boolean {
  return form === id || (content?.type === id && ['add', 'update', 'save'].includes(content.action))
}

function findMisfits({ form, operation, added, under }: Submitted): string[] {
  const { properties, required } = partsOf(operation.body)
  const given = new Set(added)
  const { action } = operation.content ?? {}
  if (action === 'update' || action === 'set') for (const name of OF_CHANGE) given.add(name)
  if (under !== undefined) return toMisfits([under], properties, required, given)
  const steps = new Set(form.steps.flatMap(({ fields }) => fields))
  const inputFields = form.fields.filter(({ name }) => steps.has(name))
  for (const { name } of form.fields) given.add(name)
  if (form.agreement) given.add('agreement')
  const names = [...inputFields.map(({ name }) => name), ...(form.agreement ? ['agreement'] : [])]
  return [
    ...toMisfits(names, properties, required, given),
    ...inputFields.flatMap(({ name, schema }) => findOther(name, schema, properties[name]) ?? []),
  ]
}

function partsOf(body: JsonSchema | undefined): { properties: Properties; required: readonly string[] } {
  return {
    properties: (body?.properties ?? {}) as Properties,
    required: (body?.required ?? []) as readonly string[],
  }
}

function toMisfits(
  sent: readonly string[],
  properties: Properties,
  required: readonly string[],
  given: ReadonlySet<string>,
): string[] {
  const unknown = sent.filter((name) => !Object.hasOwn(properties, name))
  const missing = required.filter((name) => !given.has(name) && !sent.includes(name))
  return [
    ...(unknown.length > 0 ? [`操作不接受${toList(unknown)}`] : []),
    ...(missing.length > 0 ? [`操作还需要${toList(missing)}`] : []),
  ]
}

/** A value that the form takes and the operation, by its type or its choices, does not. */
function findOther(name: string, own: JsonSchema, other: JsonSchema | undefined): string | undefined {
  if (!other) return undefined
  if (own.type !== undefined && other.type !== undefined && !isTypeOf(String(own.type), other.type))
    return `“${name}”在表单中是 ${String(own.type)}，操作要求 ${[other.type].flat().join(' 或 ')}`
  const allowed = other.enum as readonly unknown[] | undefined
  const stray =
    allowed && (own.enum as readonly unknown[] | undefined)?.find((value) => !allowed.includes(value))
  return stray === undefined ? undefined : `操作不接受“${name}”的值 ${JSON.stringify(stray)}`
}

function isTypeOf(own: string, wanted: unknown): boolean {
  const types = [wanted].flat()
  return types.includes(own) || (own === 'integer' && types.includes('number'))
}

function toList(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED
  const named = names.slice(0, MAX_NAMED).map((name) => `“${name}”`)
  return `${named.join('、')}${rest > 0 ? `等 ${names.length} 项` : ''}`
}

/** `under`: the name that the answers have in the body, where they are not all of it. `at` is that of the source. */
export function checkSubmission(
  at: PagePlace,
  form: FormModel,
  written: WrittenSource | undefined,
  under?: string,
): void {
  if (written === undefined) return
  const { operation: id, body = {} } = typeof written === 'string' ? { operation: written } : written
  const { operations } = at.compilation
  const operation = operations.get(id)
  // Another check reports operations that are not a POST.
  if (operation?.method !== 'POST') return
  const misfits = findMisfits({ form, operation, added: Object.keys(body), under })
  if (misfits.length === 0) return
  const fitting = [...operations.values()].filter((other) => takes(other, form.id)).map((other) => other.id)
  const offer = fitting.length > 0 ? `。接受这个表单的操作有：${fitting.join('、')}` : ''
  const named = typeof written === 'string' ? at : at.at('operation')
  named.report('form_submit', {
    found: id,
    expected: fitting.join(', '),
    form,
    misfits: misfits.join('；'),
    offer,
  })
}
