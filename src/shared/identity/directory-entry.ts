// Makes the directory entry of an account from its answers.
import { evaluateCondition } from '#shared/expressions/condition.ts'
import type { Field } from '#shared/model/content-model.ts'
import { toPlainText } from '#shared/rich-text/plain-text.ts'
import type { Directory, DirectoryField } from './directory-model.ts'

type Answers = Readonly<Record<string, unknown>>

const LISTS: ReadonlySet<Field['type']> = new Set([
  'dict-list',
  'ref-list',
  'image-list',
  'file-list',
  'text-list',
])

/**
 * Returns true if an account with these answers has an entry in the directory.
 *
 * @example
 * isListedEntry({ type: 'company', when: { 'form.listed': true }, fields: [] }, { listed: false }) // → false
 */
export function isListedEntry({ when }: Directory, answers: Answers): boolean {
  return when === undefined || evaluateCondition(when, { form: answers })
}

/** The fields of the entry that answers give; what was not answered is left out. `fields` are the entry's. */
export function toEntry(directory: Directory, fields: ReadonlyMap<string, Field>, answers: Answers) {
  const entry: Record<string, unknown> = {}
  for (const mapped of directory.fields) {
    const field = fields.get(mapped.to)
    const value = field === undefined ? undefined : toValue(mapped, field, answers)
    if (value !== undefined && value !== null && value !== '') entry[mapped.to] = value
  }
  return entry
}

function toValue({ from, start, value }: DirectoryField, field: Field, answers: Answers): unknown {
  if (from === undefined) return value
  const given = answers[from]
  // Of several the first counts where the entry has room for one.
  const one = Array.isArray(given) && !LISTS.has(field.type) ? given[0] : given
  if (typeof one !== 'string') return one
  const text = start === undefined ? one : one.slice(0, start)
  return field.type === 'text' || field.type === 'long-text' ? toPlainText(text) : text
}
