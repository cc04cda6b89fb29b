// Assigns each error of a form to the innermost path that is drawn on its own.

import type { FieldError } from '#shared/calls/errors.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { isWithin } from './answer-paths.ts'

/** Returns true if the content of the field is drawn path by path, instead of by one widget. */
export function hasInnerFields({ type }: Field): boolean {
  return type === 'object' || type === 'object-list'
}

/** Key of the innermost place that is drawn on its own, of those that the JSON Pointer leads through. */
export function toErrorKey(field: Field, pointer: string): string {
  const [, name = '', ...inner] = pointer.split('/')
  if (!hasInnerFields(field)) return name
  const key = [name]
  let schema: JsonSchema | undefined = field.schema
  for (const part of inner) {
    const properties = schema?.properties as Readonly<Record<string, JsonSchema>> | undefined
    const items = schema?.items as JsonSchema | undefined
    const isRow = items?.type === 'object' && /^\d+$/.test(part)
    schema = isRow ? items : properties && Object.hasOwn(properties, part) ? properties[part] : undefined
    if (!schema) break
    key.push(part)
  }
  return key.join('.')
}

/** One error a place: what is wrong with it as a whole goes before what is wrong inside it. */
export function groupErrorsByKey(
  fields: ReadonlyMap<string, Field>,
  errors: readonly FieldError[],
): ReadonlyMap<string, string> {
  const whole = new Map<string, string>()
  const inside = new Map<string, string>()
  for (const { path, message } of errors) {
    const field = fields.get(path.split('/')[1] ?? '')
    if (!field) continue
    const key = toErrorKey(field, path)
    const target = key === path.slice(1).replaceAll('/', '.') ? whole : inside
    if (!target.has(key)) target.set(key, message)
  }
  return new Map([...inside, ...whole])
}

/** Errors inside a list that was changed, at the rows where they belong now: rows are known by their identity. */
export function movedErrors(
  errors: ReadonlyMap<string, string>,
  list: string,
  before: unknown,
  after: unknown,
): ReadonlyMap<string, string> {
  const [old, now] = [before, after].map((value): readonly unknown[] => (Array.isArray(value) ? value : []))
  const moved = new Map<string, string>()
  for (const [key, message] of errors) {
    if (!isWithin(key, list)) {
      moved.set(key, message)
      continue
    }
    const [row, ...rest] = key.slice(list.length + 1).split('.')
    const at = now?.indexOf(old?.[Number(row)]) ?? -1
    if (at >= 0) moved.set([list, at, ...rest].join('.'), message)
  }
  return moved
}
