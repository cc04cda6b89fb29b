// Checks the operation to which a page submits its form: it accepts the form's fields.

import type { PageContext } from '#config/compile/links/compile-context.ts'
import type { WrittenSource } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { checkSubmittedFields } from './check-submitted-fields.ts'

/** `under`: the name that the answers have in the body, where they are not all of it. */
export function checkSubmission(
  { compilation, document }: PageContext,
  path: Path,
  form: FormModel,
  written: WrittenSource | undefined,
  under?: string,
): void {
  if (written === undefined) return
  const { operation: id, body = {} } = typeof written === 'string' ? { operation: written } : written
  const operation = compilation.operations.get(id)
  const at = typeof written === 'string' ? path : [...path, 'operation']
  if (operation)
    checkSubmittedFields(
      new Place(compilation.context, document, at),
      { form, operation, added: Object.keys(body), under },
      compilation.operations,
    )
}
