// Compiles a form: fields, form steps and conditions.

import { compileField } from '#config/compile/fields/compile-field.ts'
import { SYSTEM_FIELDS } from '#config/compile/fields/system-fields.ts'
import type { WrittenContentType, WrittenForm } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Place } from '#config/load/place.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { type FormRule, RULES } from '#shared/validation/form-rules.ts'
import { compileInput } from './compile-inputs.ts'
import { checkConditions } from './form-conditions.ts'
import { compileRules } from './form-rules.ts'

/** The own fields of a content type or form file, in the order written. */
export function compileFields(here: Place<WrittenContentType | WrittenForm>): Field[] {
  const { fields } = here.document.value
  const required = new Set(fields.required ?? [])
  for (const [index, name] of (fields.required ?? []).entries())
    here
      .at('fields', 'required', index)
      .expect(Object.keys(fields.properties), name, 'field_unknown.required', { whose: '' })
  return Object.entries(fields.properties).map(([name, raw]) =>
    compileField(here.at('fields', 'properties', name), name, raw, required.has(name)),
  )
}

/** Returns the schema of the body that a writer may send: closed, with the required fields. */
export function bodySchema(fields: readonly Field[], rules: readonly FormRule[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    required: fields.filter((field) => field.required).map((field) => field.name),
    additionalProperties: false,
    ...(rules.length ? { [RULES]: rules } : {}),
  }
}

/**
 * Warns about fields that are never filled in: no form step shows them, no input stores a value in them, no
 * transition writes them.
 */
function warnUnusedFields(
  here: Place<WrittenContentType | WrittenForm>,
  fields: readonly Field[],
  placed: ReadonlySet<string>,
): void {
  const { properties } = here.document.value.fields
  const isReserved = (name: string) => SYSTEM_FIELDS.some((system) => system.name === name)
  const never = fields.filter(({ name, required }) => !required && !placed.has(name) && !isReserved(name))
  if (never.length === 0) return
  const kept = new Set(
    Object.values(properties).flatMap((raw) => Object.values(raw['x-options'] ?? {}).map(String)),
  )
  const written = new Set(
    [...here.context.of('lifecycle').values()].flatMap(({ value }) =>
      (value.transitions ?? []).flatMap(({ do: effects = [] }) =>
        effects.flatMap((effect) => ('set' in effect ? Object.keys(effect.set) : [])),
      ),
    ),
  )
  for (const { name, title } of never)
    if (!kept.has(name) && !written.has(name) && properties[name]?.['x-set'] === undefined)
      here.at('fields', 'properties', name).report('step_never', { found: name, key: true, title })
}

/** `taken`: fields that are filled in from the item above, which answers may be compared with. */
export function compileForm(
  here: Place<WrittenContentType | WrittenForm>,
  id: string,
  fields: readonly Field[],
  taken: readonly Field[] = [],
): FormModel {
  const written = here.document.value
  const names = new Set(fields.map((field) => field.name))
  const steps = written.steps ?? [{ title: written.title, fields: [...names] }]
  const placed = new Set<string>()
  for (const [step, { fields: listed }] of steps.entries()) {
    for (const [index, name] of listed.entries()) {
      const at = here.at('steps', step, 'fields', index)
      if (at.expect(names, name, 'field_unknown.step') && placed.has(name))
        at.report('step_duplicate', { name })
      placed.add(name)
    }
  }
  for (const field of fields)
    if (field.required && !placed.has(field.name))
      here.at('fields', 'properties', field.name).report('step_missing', { key: true, field })
  warnUnusedFields(here, fields, placed)
  checkConditions(here, written.when ?? {}, fields)
  return {
    id,
    version: written.version,
    title: written.title,
    schema: bodySchema(fields, compileRules(here, fields, written.fields.properties, taken)),
    fields,
    steps,
    conditions: written.when ?? {},
    inputs: Object.fromEntries(
      fields.map((field) => [
        field.name,
        compileInput(here, field, written.fields.properties[field.name] ?? {}, fields),
      ]),
    ),
    ...('agreement' in written ? { agreement: written.agreement } : {}),
    ...(written.personal ? { personal: written.personal } : {}),
  }
}

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
