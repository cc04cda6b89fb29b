// Describes changed fields for the audit log: old and new value of each, personal and encrypted ones masked.
import { isDeepStrictEqual } from 'node:util'
import { derivedNames } from '#server/content/items/item-versions.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { isErased } from '#shared/access/personal-fields.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { Field } from '#shared/model/content-model.ts'
import { toPlainText } from '#shared/rich-text/plain-text.ts'

/** As long as the log shows a value at most: the part that changes, with a little around it. */
const MAX_LENGTH = 60
const AROUND = 10
/** In the place of a personal value, as the log is never erased. */
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
    const around = sameAround(was ?? '', is ?? '')
    return [{ field: field.name, old: excerpt(was, around), new: excerpt(is, around) }]
  })
}

function toWords(field: Field, value: unknown): string | null {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null
  if (isErased(field)) return HIDDEN
  if (typeof value === 'string') return field.type === 'rich-text' ? toPlainText(value) : value
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('、')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** How many letters at the start and at the end both have, but for those that are shown. */
function sameAround(one: string, other: string): readonly [number, number] {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return [Math.max(0, start - AROUND), Math.max(0, end - AROUND)]
}

function excerpt(text: string | null, [start, end]: readonly [number, number]): string | null {
  if (text === null || text.length <= MAX_LENGTH) return text
  const shown = text.slice(start, text.length - end)
  const cut = cutLetters(shown, MAX_LENGTH)
  return `${start > 0 ? '…' : ''}${cut}${end > 0 || cut !== shown ? '…' : ''}`
}
