// Owns the turning of a validated body into what is stored: own fields only, visible ones, cleaned.
import { holds, isEmpty } from '../../shared/condition.ts'
import type { Field } from '../../shared/content-model.ts'
import { Failure, type FieldError } from '../../shared/errors.ts'
import type { Account } from '../call.ts'
import { toFormScope } from './form-scope.ts'
import { cleanText } from './read-parameter.ts'
import { isBlankRichText, sanitiseRichText } from './sanitise.ts'
import { hiddenFields, type TypePlan } from './type-plan.ts'

export type Body = Readonly<Record<string, unknown>>

interface Options {
  readonly account: Account | null
  /** Whose item it is: a field that the writer may not see he may not write either. */
  readonly ownerId: string | null
  /** False for saved drafts, which may lack required fields. */
  readonly complete?: boolean
}

/** Refuses a body that lacks a required field which its conditions show. */
export function prepareBody(
  plan: TypePlan,
  written: unknown,
  { account, ownerId, complete = true }: Options,
): Body {
  const unseen = hiddenFields(plan, account, { ownerId })
  const fields = plan.own.filter(({ name }) => !unseen.has(name))
  const body = dropHidden(plan, pickFields(fields, written), account)
  const errors = complete ? findMissing(plan, fields, body, account) : []
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
  return body
}

/** Whether the conditions show the field while the form holds `body`. */
function isShown(plan: TypePlan, name: string, body: Body, account: Account | null): boolean {
  const condition = Object.hasOwn(plan.type.conditions, name) ? plan.type.conditions[name] : undefined
  return condition === undefined || holds(condition, toFormScope(body, account))
}

function pickFields(fields: readonly Field[], written: unknown): Record<string, unknown> {
  if (typeof written !== 'object' || written === null || Array.isArray(written))
    throw new Failure('BAD_INPUT')
  const source = written as Readonly<Record<string, unknown>> // an object, as was just asked
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    if (!Object.hasOwn(source, field.name)) continue
    const value = toStored(field, source[field.name])
    if (!isEmpty(value)) body[field.name] = value
  }
  return body
}

/** A field may depend on one that is hidden itself, so it takes rounds. */
function dropHidden(
  plan: TypePlan,
  body: Record<string, unknown>,
  account: Account | null,
): Record<string, unknown> {
  for (;;) {
    const hidden = Object.keys(body).filter((name) => !isShown(plan, name, body, account))
    if (hidden.length === 0) return body
    for (const name of hidden) delete body[name]
  }
}

function findMissing(
  plan: TypePlan,
  fields: readonly Field[],
  body: Body,
  account: Account | null,
): FieldError[] {
  return fields
    .filter(
      (field) => field.required && body[field.name] === undefined && isShown(plan, field.name, body, account),
    )
    .map(({ name, title }) => ({ path: `/${name}`, message: `请填写${title}` }))
}

function toStored(field: Field, value: unknown): unknown {
  if (field.type === 'rich-text' && typeof value === 'string') {
    const html = sanitiseRichText(value)
    return isBlankRichText(html) ? '' : html
  }
  if (field.type === 'date-time' && typeof value === 'string') return toUtc(field, value)
  return cleanDeep(value)
}

/** Stored in one zone and precision, so that texts compare as times do. */
function toUtc(field: Field, text: string): string {
  const time = new Date(text)
  if (text !== '' && Number.isNaN(time.getTime())) {
    throw new Failure('BAD_INPUT', {
      errors: [{ path: `/${field.name}`, message: `${field.title}不是有效的时间` }],
    })
  }
  return text === '' ? '' : time.toISOString()
}

export function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanDeep)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [cleanText(key), cleanDeep(entry)]))
}
