// Adds the former names of a form's fields from migrations, so that drafts stored in browsers are still found.

import type { Context } from '#config/load/context.ts'
import type { FormModel } from '#shared/model/content-model.ts'

/** The form with the former names of its fields, the oldest first; as it is where none was renamed. */
export function withFormerNames(context: Context, form: FormModel): FormModel {
  const names = new Set(form.fields.map(({ name }) => name))
  const former = new Map<string, string[]>()
  const migrations = [...context.of('migration')].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [, { value }] of migrations)
    for (const { rename, in: holder, from, to } of value.steps ?? []) {
      if (rename !== 'field' || holder !== form.id || from === undefined || to === undefined) continue
      former.set(to, [...(former.get(from) ?? []), from, ...(former.get(to) ?? [])])
      former.delete(from)
    }
  const known = [...former].filter(([name]) => names.has(name))
  return known.length === 0 ? form : { ...form, formerNames: Object.fromEntries(known) }
}
