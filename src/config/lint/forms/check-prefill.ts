// Checks `x-prefill`: a registration asks for the answer, and the field accepts its value.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { FormModel } from '#shared/model/content-model.ts'

export function checkPrefill(
  context: Context,
  document: Document,
  form: FormModel,
  forms: readonly FormModel[],
): void {
  const registrations = new Set(context.roles.flatMap(({ registers }) => registers?.form ?? []))
  const registrationFields = forms.filter(({ id }) => registrations.has(id)).flatMap(({ fields }) => fields)
  for (const { name, title, type, dict, prefill = [], schema } of form.fields)
    for (const [index, source] of prefill.entries()) {
      const path = ['fields', 'properties', name, 'x-prefill', index]
      const sources = registrationFields.filter((field) => field.name === source)
      if (sources.length === 0) {
        context.report(document, path, {
          slug: 'prefill_unknown',
          message: `“${title}”要按注册资料的“${source}”填好（x-prefill），但没有注册表单填写它`,
          found: source,
          known: [
            ...new Set(registrationFields.filter((field) => field.type === type).map((field) => field.name)),
          ],
        })
        continue
      }
      const fits = sources.some(
        (field) => field.type === type && field.dict === dict && field.schema.format === schema.format,
      )
      if (!fits)
        context.report(document, path, {
          slug: 'prefill_type',
          message: `“${title}”与注册资料的“${sources[0]?.title}”（${source}）填法不同，不能按它填好（x-prefill）`,
          found: source,
        })
    }
}
