// Owns the check of what a call fixes: codes that are there, and yes or no where that is asked.

import { checkInputValue } from '#config/compile/common/check-input-values.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Field } from '#shared/model/content-model.ts'

export function checkFixed(
  context: Context,
  document: Document,
  path: Path,
  fixed: Readonly<Record<string, unknown>>,
  filters: readonly Field[],
): void {
  for (const [name, value] of Object.entries(fixed)) {
    const field = filters.find((candidate) => candidate.name === name)
    // States are those of the lifecycle, which is judged where the call is made.
    if (!field || name === 'status') continue
    const schema = field.dict
      ? { 'x-dict': field.dict }
      : field.type === 'boolean'
        ? { type: 'boolean' }
        : undefined
    checkInputValue(
      { context, document, path: [...path, name], title: `固定筛选“${name}”` },
      schema,
      value,
      false,
    )
  }
}
