// Compiles `x-set`: the states in which, and the audience by which, a field of a content type may be written.

import type { WrittenFieldSchema, WrittenForm } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Place } from '#config/load/place.ts'
import { audienceTitle } from '#shared/access/roles.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { Field } from '#shared/model/content-model.ts'

/** The fields with what their `x-set` says; `lifecycle` is null for a form, whose answers have no states. */
export function compileWritableFields(
  here: Place<Pick<WrittenForm, 'fields'>>,
  fields: readonly Field[],
  lifecycle: Lifecycle | null,
): Field[] {
  const { properties } = here.document.value.fields
  return fields.map((field) => {
    const written = properties[field.name]?.['x-set']
    if (!written) return field
    const at = here.at('fields', 'properties', field.name, 'x-set')
    if (lifecycle === null) {
      at.report('set_without_states', { field })
      return field
    }
    const states = new Map(Object.entries(lifecycle.states))
    for (const [index, state] of (written.states ?? []).entries())
      at.at('states', index).refers('state', '状态', state, states)
    if (written.states && field.required && field.schema.default === undefined)
      at.report('set_required', { field })
    return { ...field, set: { ...written, message: toMessage(here.context, field.title, written, states) } }
  })
}

function toMessage(
  context: Context,
  title: string,
  { states, by }: NonNullable<WrittenFieldSchema['x-set']>,
  known: ReadonlyMap<string, { title: string }>,
): string {
  const who = by ? `由${by.map((audience) => audienceTitle(context.roles, audience)).join('、')}` : ''
  const when = states
    ? `在${states.map((state) => `“${known.get(state)?.title ?? state}”`).join('、')}时`
    : ''
  return `${title}只能${who}${when}修改`
}
