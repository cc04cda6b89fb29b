// Describes how a form has changed since it was filled in: new fields, removed fields, narrower limits.

import { isSecret } from '#shared/access/personal-fields.ts'
import { isEmpty } from '#shared/expressions/condition.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { FormData } from '#shared/validation/visible-fields.ts'

/** The limits by the names they have in JSON Schema. */
const LIMITS = ['maxLength', 'minLength', 'maximum', 'minimum', 'maxItems', 'minItems'] as const
type Limit = (typeof LIMITS)[number]

type FieldOutline = {
  readonly title: string
  readonly type: string
  readonly required?: true
  /** The value is confidential, and is not shown if the form no longer has the field. */
  readonly secret?: true
} & { readonly [limit in Limit]?: number }

/** By the names of the fields. */
export type FormOutline = Readonly<Record<string, FieldOutline>>

/** Inputs whose values are kept nowhere. */
export const SECRET_INPUTS: ReadonlySet<string> = new Set(['password', 'captcha', 'sms-code', 'agreement'])

export function outlineOf({ fields, inputs }: FormModel): FormOutline {
  const kept = fields.filter(({ name, system }) => !system && !SECRET_INPUTS.has(inputs[name]?.widget ?? ''))
  return Object.fromEntries(kept.map((field) => [field.name, outlineOfField(field)]))
}

function outlineOfField(field: Field): FieldOutline {
  const { title, type, required, schema } = field
  const limits = LIMITS.flatMap((limit) => {
    const value = schema[limit]
    return typeof value === 'number' ? [[limit, value] as const] : []
  })
  return {
    title,
    type,
    ...(required ? { required: true } : {}),
    ...(isSecret(field) ? { secret: true } : {}),
    ...Object.fromEntries(limits),
  }
}

interface CarriedAnswers {
  /** The answers for which the form still has a field, under the field's present name. */
  readonly data: FormData
  /** The answers for which the form has no field any more: kept, in case the field returns. */
  readonly unasked: FormData
}

/**
 * Assigns answers to the present fields without loss: renamed fields under their new names, answers without a field
 * separately.
 */
export function carryOver(form: FormModel, given: FormData): CarriedAnswers {
  const names = new Set(form.fields.map(({ name }) => name))
  const former = Object.entries(form.formerNames ?? {})
  const nameNow = (name: string) => former.find(([, before]) => before.includes(name))?.[0] ?? name
  const data: Record<string, unknown> = {}
  const unasked: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const now = names.has(name) ? name : nameNow(name)
    if (!names.has(now)) unasked[name] = value
    else if (now === name || given[now] === undefined) data[now] = value
  }
  return { data, unasked }
}

/** One sentence each; none where nothing that concerns the writer has changed. */
export function explainChanges(before: FormOutline, form: FormModel, given: FormData): string[] {
  const now = outlineOf(form)
  const { data, unasked } = carryOver(form, given)
  const former = form.formerNames ?? {}
  const outlineBefore = (name: string) =>
    before[name] ?? (former[name] ?? []).map((old) => before[old]).find((one) => one !== undefined)
  const isRenamed = (name: string) => Object.values(former).some((names) => names.includes(name))
  const added = Object.entries(now).filter(([name]) => outlineBefore(name) === undefined)
  const removed = Object.entries(before).filter(([name]) => now[name] === undefined && !isRenamed(name))
  const kept = Object.entries(now).flatMap(([name, field]) => {
    const old = outlineBefore(name)
    return old ? changesOf(old, field, data[name]) : []
  })
  return [
    ...added.map(([, { title, required }]) => `新增了“${title}”${required ? '，必须填写' : ''}`),
    ...removed.map(
      ([name, field]) => `不再需要“${field.title}”${describeUnusedAnswer(field, unasked[name])}`,
    ),
    ...kept,
  ]
}

function describeUnusedAnswer({ secret }: FieldOutline, value: unknown): string {
  if (isEmpty(value)) return ''
  const isText = typeof value === 'string' || typeof value === 'number'
  if (secret || !isText) return '，您填写的内容仍留在草稿中，不会提交'
  return `，您填写的“${value}”仍留在草稿中，不会提交`
}

function changesOf(old: FieldOutline, now: FieldOutline, value: unknown): string[] {
  const name = `“${now.title}”`
  const lines = LIMITS.flatMap((limit) => {
    const [from, to] = [old[limit], now[limit]]
    const isMost = limit.startsWith('max')
    const isNarrower = to !== undefined && (from === undefined || (isMost ? to < from : to > from))
    return isNarrower ? [`${name}现在${LIMIT_TEXTS[limit](to)}${describeExcess(limit, to, value)}`] : []
  })
  return [
    ...(old.title === now.title ? [] : [`“${old.title}”更名为${name}`]),
    ...(old.type === now.type ? [] : [`${name}的填写方式有调整，请核对`]),
    ...(now.required && !old.required ? [`${name}现在必须填写`] : []),
    ...lines,
  ]
}

const LIMIT_TEXTS: Readonly<Record<(typeof LIMITS)[number], (bound: number) => string>> = {
  maxLength: (bound) => `最多 ${bound} 字`,
  minLength: (bound) => `至少 ${bound} 字`,
  maximum: (bound) => `不能大于 ${bound}`,
  minimum: (bound) => `不能小于 ${bound}`,
  maxItems: (bound) => `最多 ${bound} 项`,
  minItems: (bound) => `至少 ${bound} 项`,
}

/** How far what was filled in is from the new limit; nothing where it keeps to it. */
function describeExcess(limit: (typeof LIMITS)[number], bound: number, value: unknown): string {
  if (isEmpty(value)) return ''
  const size =
    typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : Number(value)
  const isOver = limit.startsWith('max') ? size > bound : size < bound
  if (!isOver || Number.isNaN(size)) return ''
  const unit = limit.endsWith('Length') ? ' 字' : limit.endsWith('Items') ? ' 项' : ''
  return `，您填写的是 ${size}${unit}，请修改`
}
