// Presets a field of a new form with its default, or with the current minute if its input declares that.

import { localTimeAt, withOffset } from '#shared/formats/portal-time.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { Json } from '#shared/model/json.ts'

export function defaultAnswerOf({ inputs }: FormModel, { name, schema }: Field): Json | undefined {
  const options = inputs[name]?.options as { readonly preset?: unknown } | undefined
  if (options?.preset === 'now') return withOffset(`${localTimeAt(Date.now()).slice(0, 16)}:00`)
  return schema.default as Json | undefined
}
