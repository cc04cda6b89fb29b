// Owns the compilation of fields, steps and conditions into a form.
import type { Field, FormModel, JsonSchema } from '../../shared/content-model.ts'
import { type FormRule, RULES } from '../../shared/validation/rules.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import type { WrittenContentType, WrittenForm } from '../generated/written.ts'
import { compileField } from './field.ts'
import { checkConditions } from './form-conditions.ts'
import { compileRules } from './form-rules.ts'
import { compileInput } from './inputs.ts'

/** The own fields of a content type or form file, in the order written. */
export function compileFields(
  context: Context,
  document: Document<WrittenContentType | WrittenForm>,
): Field[] {
  const { fields } = document.value
  const required = new Set(fields.required ?? [])
  for (const [index, name] of (fields.required ?? []).entries())
    if (!Object.hasOwn(fields.properties, name))
      context.report(document, ['fields', 'required', index], {
        slug: 'field_unknown',
        message: `必填列表中的字段“${name}”没有定义`,
        found: name,
        known: Object.keys(fields.properties),
      })
  return Object.entries(fields.properties).map(([name, raw]) =>
    compileField(context, document, ['fields', 'properties', name], name, raw, required.has(name)),
  )
}

/** What a writer may send: closed, with the required fields. */
export function bodySchema(fields: readonly Field[], rules: readonly FormRule[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    required: fields.filter((field) => field.required).map((field) => field.name),
    additionalProperties: false,
    ...(rules.length ? { [RULES]: rules } : {}),
  }
}

export function compileForm(
  context: Context,
  id: string,
  document: Document<WrittenContentType | WrittenForm>,
  fields: readonly Field[],
): FormModel {
  const written = document.value
  const names = new Set(fields.map((field) => field.name))
  const steps = written.steps ?? [{ title: written.title, fields: [...names] }]
  const placed = new Set<string>()
  for (const [step, { fields: listed }] of steps.entries()) {
    for (const [index, name] of listed.entries()) {
      const at = ['steps', step, 'fields', index]
      if (!names.has(name))
        context.report(document, at, {
          slug: 'field_unknown',
          message: `步骤中的字段“${name}”没有定义`,
          found: name,
          known: names,
        })
      else if (placed.has(name))
        context.report(document, at, {
          slug: 'step_duplicate',
          message: `字段“${name}”已经出现在前面的步骤中`,
        })
      placed.add(name)
    }
  }
  for (const field of fields)
    if (field.required && !placed.has(field.name))
      context.report(document, ['fields', 'properties', field.name], {
        slug: 'step_missing',
        message: `必填字段“${field.name}”不在任何步骤中，无法填写`,
        key: true,
      })
  checkConditions(context, document, written.when ?? {}, fields)
  return {
    id,
    version: written.version,
    title: written.title,
    schema: bodySchema(fields, compileRules(context, document, fields, written.fields.properties)),
    fields,
    steps,
    conditions: written.when ?? {},
    inputs: Object.fromEntries(
      fields.map((field) => [
        field.name,
        compileInput(context, document, field, written.fields.properties[field.name] ?? {}),
      ]),
    ),
    ...('agreement' in written ? { agreement: written.agreement } : {}),
  }
}
