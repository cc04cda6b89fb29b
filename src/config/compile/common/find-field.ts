// Finds a field by its name, or reports that there is none.
import type { MessageCode } from '#config/load/codes.ts'
import type { Place, Values } from '#config/load/place.ts'

/** Returns the field called `name`; undefined where there is none, which is reported. */
export const findField = <Named extends { readonly name: string }>(
  here: Place,
  fields: readonly Named[],
  name: string,
  code: MessageCode = 'field_unknown.own',
  values?: Values,
): Named | undefined => {
  const names = fields.map((field) => field.name)
  return here.expect(names, name, code, values) ? fields.find((field) => field.name === name) : undefined
}
