// Extends a form with the parameters of the chosen category, inside the field that holds them.
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'
import type { ParameterSet } from './parameter-model.ts'

export type ParameterField = Field & Required<Pick<Field, 'parameters'>>

/**
 * Returns the field whose content depends on a category; undefined if there is none. A form has at most one.
 *
 * @example
 * const by = parameterField(form.fields)?.parameters.by // the name of the field that chooses the category
 */
export function parameterField(fields: readonly Field[]): ParameterField | undefined {
  return fields.find((field): field is ParameterField => field.parameters !== undefined)
}

/**
 * Returns the id of the category that `answers` choose for the field; undefined if they choose none yet.
 *
 * @example
 * const id = field && chosenSet(field, { sysCategoryId: 'C0401' }) // → 'C0401'
 */
export function chosenSet({ parameters }: ParameterField, answers: unknown): string | undefined {
  const value = (answers as Readonly<Record<string, unknown>> | null | undefined)?.[parameters.by]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Closed, as every object in a form: nothing but what the set names. */
export function parameterSchema({ fields }: Pick<ParameterSet, 'fields'>, base: JsonSchema): JsonSchema {
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  return {
    ...base,
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** The schema of the parameters alone, whichever field holds them. */
export const setSchema = perModel(
  (set: Pick<ParameterSet, 'fields'>): JsonSchema =>
    parameterSchema(set, { type: 'object', additionalProperties: false }),
)

/** Without parameters of other categories, which were given before this one was chosen. */
export function ownAnswers<A extends Readonly<Record<string, unknown>>>(
  { fields }: FormModel,
  answers: A,
): A {
  const field = parameterField(fields)
  const properties = field?.schema.properties
  const given = field && answers[field.name]
  if (!properties || typeof given !== 'object' || given === null) return answers
  const known = Object.entries(given).filter(([name]) => Object.hasOwn(properties, name))
  return known.length === Object.keys(given).length
    ? answers
    : { ...answers, [field.name]: Object.fromEntries(known) }
}

/**
 * Returns the form with the parameters of a category, cached for the form and the category. Without a category, or
 * if no field depends on one, the form is returned unchanged.
 *
 * @example
 * const whole = formWith(form, findSet(model, 'equipment', 'C0401'))
 */
export function formWith(form: FormModel, set: ParameterSet | undefined): FormModel {
  return set ? formsOf(form)(set) : form
}

const formsOf = perModel((form: FormModel) => {
  const field = parameterField(form.fields)
  return perModel((set: ParameterSet): FormModel => {
    if (!field) return form
    const schema = parameterSchema(set, field.schema)
    return {
      ...form,
      fields: form.fields.map((one) => (one === field ? { ...field, schema } : one)),
      schema: {
        ...form.schema,
        properties: { ...(form.schema.properties as object), [field.name]: schema },
      },
    }
  })
})
