// Checks that the fields shown of an item are among those that its call returns, where the call names a few
// (`fields`).

import type { Path } from '#config/load/document.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { AnsweredFields, PagePlace } from './compile-context.ts'

/** The actions whose answers are narrowed. */
const NARROWED: readonly string[] = ['list', 'info', 'related']
/** Fields that every call returns, since they identify the item. */
const ALWAYS: readonly string[] = ['id', 'type', 'title']

/** Undefined where an item is answered whole. */
export function answeredFields(operation: Operation | undefined, path: Path): AnsweredFields | undefined {
  const { action = '', fields } = operation?.content ?? {}
  return operation && fields && NARROWED.includes(action)
    ? { operation: operation.id, path, fields }
    : undefined
}

/** A field that is shown. */
interface ShownField {
  readonly path: Path
  readonly name: string
  /** The title of the field, or the placeholder as it is written. */
  readonly title: string
}

/**
 * Checks that the shown fields are returned. Several missing fields are reported once, at the name of the call:
 * another call was meant.
 */
export function checkAnsweredFields(at: PagePlace, shown: readonly ShownField[]): void {
  if (!at.answers) return
  const { operation, path, fields } = at.answers
  const known = new Set([...ALWAYS, ...fields, ...fields.map((field) => `${field}Title`)])
  const empty = shown.filter(({ name }) => !known.has(name))
  const [first, ...others] = empty
  if (!first) return
  const titles = empty.map(({ title }) => `“${title}”`).join('、')
  at.in(others.length > 0 ? path : first.path).report('field_unanswered', {
    found: others.length > 0 ? operation : first.name,
    operation,
    fields,
    titles,
    missing: empty.map(({ name }) => name),
  })
}
