// Owns which files the answers of a form name.
import type { FormModel } from '../../shared/model.ts'

const WIDGETS = new Set(['upload', 'image'])

export function filesNamedBy(form: FormModel, body: Readonly<Record<string, unknown>>): string[] {
  return form.fields
    .filter(({ name }) => WIDGETS.has(form.inputs[name]?.widget ?? ''))
    .flatMap(({ name }) => [body[name]].flat())
    .filter((id): id is string => typeof id === 'string')
}
