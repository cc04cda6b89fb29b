// Finds the files that the answers of a form name.

import { FILE_WIDGETS } from '#shared/forms/file-widgets.ts'
import type { FormModel } from '#shared/model/content-model.ts'

export function filesNamedBy(form: FormModel, body: Readonly<Record<string, unknown>>): string[] {
  return form.fields
    .filter(({ name }) => FILE_WIDGETS.has(form.inputs[name]?.widget ?? ''))
    .flatMap(({ name }) => [body[name]].flat())
    .filter((id): id is string => typeof id === 'string')
}
