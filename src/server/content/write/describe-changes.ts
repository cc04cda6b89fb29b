// Describes changed fields for the audit log: old and new value of each, personal and encrypted ones masked.
import { isDeepStrictEqual } from 'node:util'
import { derivedNames } from '#server/content/items/item-versions.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { maskValue } from '#shared/access/mask-field.ts'
import { isErased, isSecret } from '#shared/access/personal-fields.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { Field } from '#shared/model/content-model.ts'
import { toPlainText } from '#shared/rich-text/plain-text.ts'

/** As long as the log shows a value at most, from shortly before the place where it changes. */
const MAX_LENGTH = 60
const LEAD = 10
const HIDDEN = '***'

/** A changed field of an audit entry; null where it was or became empty. */
export interface ChangedField {
  readonly field: string
  readonly old: string | null
  readonly new: string | null
}

export function describeChanges(
  plan: Pick<TypePlan, 'own'>,
  before: JsonObject,
  after: JsonObject,
): ChangedField[] {
  const derived = derivedNames(plan)
  return plan.own.flatMap((field) => {
    const [old, now] = [before[field.name] ?? null, after[field.name] ?? null]
    if (derived.has(field.name) || isDeepStrictEqual(old, now)) return []
    const [was, is] = [toWords(field, old), toWords(field, now)]
    const start = Math.max(0, countSame(was ?? '', is ?? '') - LEAD)
    return [{ field: field.name, old: excerpt(was, start), new: excerpt(is, start) }]
  })
}

function toWords(field: Field, value: unknown): string | null {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null
  if (isErased(field)) return mask(field, value)
  if (typeof value === 'string') return field.type === 'rich-text' ? toPlainText(value) : value
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('、')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The log is never erased, so nothing of such a value stands in it but what its mask leaves. */
function mask(field: Field, value: unknown): string {
  const masked = maskValue(field, value)
  return typeof masked !== 'string' || isSecret(field) || masked === value ? HIDDEN : masked
}

function countSame(one: string, other: string): number {
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  return same
}

function excerpt(text: string | null, start: number): string | null {
  if (text === null) return null
  const rest = text.length > MAX_LENGTH && start > 0 ? `…${text.slice(start)}` : text
  return rest.length > MAX_LENGTH ? `${cutLetters(rest, MAX_LENGTH)}…` : rest
}
