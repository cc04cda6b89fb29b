// Provides the compiled form that the form engine draws in the bench, over the shared list of fields.
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { type BenchField, benchFields, CHOICES } from './form-fields.ts'

function schemaOf(field: BenchField): JsonSchema {
  if (field.kind === 'number') return { type: 'number', title: field.title, minimum: 0, maximum: 9999 }
  if (field.kind === 'choice')
    return { type: 'string', title: field.title, enum: CHOICES.map((choice) => choice.value) }
  return { type: 'string', title: field.title, minLength: 2, maxLength: 60 }
}

/** Numbers of fields that the bench asks for. */
export const FORM_SIZES = [5, 20, 40, 200] as const

/** Beside the pages of the bench. */
export const validatorFile = (count: number): string => `validator-${count}.js`

/** A form of one step with `count` required fields. */
export function benchForm(count: number): FormModel {
  const list = benchFields(count)
  const fields = list.map(
    (field): Field => ({
      name: field.name,
      title: field.title,
      type: field.kind === 'number' ? 'number' : 'text',
      required: true,
      filter: false,
      sort: false,
      system: false,
      schema: schemaOf(field),
    }),
  )
  return {
    id: 'bench',
    version: 1,
    title: '表单',
    validatorUrl: `/limits/${validatorFile(count)}`,
    fields,
    steps: [{ title: '填写', fields: list.map((field) => field.name) }],
    conditions: {},
    inputs: Object.fromEntries(
      list.map((field) => [
        field.name,
        { widget: field.kind === 'number' ? 'number' : field.kind === 'choice' ? 'select' : 'text' },
      ]),
    ),
    schema: {
      type: 'object',
      required: list.map((field) => field.name),
      properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
      additionalProperties: false,
    },
  }
}
