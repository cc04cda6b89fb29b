// Checks the values that a call fixes: existing codes, and booleans where the field is one.

import { checkInputValues } from '#config/compile/common/check-input-values.ts'
import type { Place } from '#config/load/place.ts'
import type { Field } from '#shared/model/content-model.ts'

export function checkFixedValues(
  here: Place,
  fixed: Readonly<Record<string, unknown>>,
  filters: readonly Field[],
): void {
  for (const [name, value] of Object.entries(fixed)) {
    const field = filters.find((candidate) => candidate.name === name)
    // States belong to the lifecycle; they are validated where the call is made.
    if (!field || name === 'status') continue
    const schema = field.dict
      ? { 'x-dict': field.dict }
      : field.type === 'boolean'
        ? { type: 'boolean' }
        : undefined
    checkInputValues(
      {
        context: here.context,
        document: here.document,
        path: [...here.path, name],
        title: `固定筛选“${name}”`,
      },
      schema,
      value,
      false,
    )
  }
}
