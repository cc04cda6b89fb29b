// Finds a field by its name, or reports that there is none.
import type { Place } from '#config/load/place.ts'

/** Returns true if there is a field called `name`; reports `message` otherwise, at the key of the value with `key`. */
export function isField(
  here: Place,
  known: Iterable<string>,
  name: string,
  message = `字段“${name}”没有定义`,
  key?: 'key',
): boolean {
  const names = [...known]
  if (names.includes(name)) return true
  here.report('field_unknown', message, { found: name, known: names, ...(key ? { key: true } : {}) })
  return false
}

/** The field called `name`; undefined where there is none, which is reported with `message`. */
export const findField = <Named extends { readonly name: string }>(
  here: Place,
  fields: readonly Named[],
  name: string,
  message?: string,
  key?: 'key',
): Named | undefined =>
  isField(here, namesOf(fields), name, message, key) ? fields.find((one) => one.name === name) : undefined

const namesOf = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name)
