// Provides forms with their validators, which rjsf and the form store share.
import { deepEquals, type RJSFSchema } from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import { useRef } from 'react'
import { type LoadedForm, schemaErrors } from '#portal/core/form-state/loaded-form.ts'
import { type SchemaValidator, type ValidatorModule, validatorAt } from '#portal/core/pages/validators.ts'
import { useOnce } from '#portal/core/state/once.ts'
import { FORMATS } from '#shared/formats/text-formats.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'
import { formWith, parameterField, setSchema } from '#shared/parameters/parameter-form.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'

/** All that the code of a validator requires. */
export const PACKAGES: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/ucs2length': { default: (text: string) => Array.from(text).length },
  'ajv/dist/runtime/equal': { default: deepEquals },
}

const toValidator = (module: ValidatorModule, schema: JsonSchema): SchemaValidator =>
  module.default((name) => PACKAGES[name], FORMATS, schema)

function withValidator(form: FormModel, validate: SchemaValidator): LoadedForm {
  // By its id rjsf finds the validator of a schema.
  const schema = { ...form.schema, $id: form.id }
  const functions = { [form.id]: validate } as Parameters<typeof createPrecompiledValidator>[0]
  return { ...form, schema, validator: createPrecompiledValidator(functions, schema as RJSFSchema) }
}

/** Returns the form with its validator; the same one for the same form and module. */
export const loadedForm = perModel((module: ValidatorModule) =>
  perModel((form: FormModel) => withValidator(form, toValidator(module, form.schema))),
)

/** Returns the form with the parameters of a category, which the module of the category validates. */
export const loadedFormWith = perModel((form: LoadedForm) =>
  perModel((set: ParameterSet) =>
    perModel((module: ValidatorModule): LoadedForm => {
      const whole = formWith(form, set)
      const path = `/${parameterField(form.fields)?.name ?? ''}`
      const validateSet = toValidator(module, setSchema(set))
      const validate: SchemaValidator = (answers) => {
        // The form itself knows none of the parameters.
        const own = schemaErrors(form, answers).filter(
          ({ keyword, instancePath }) => keyword !== 'additionalProperties' || instancePath !== path,
        )
        const value = (answers as Readonly<Record<string, unknown>>)[path.slice(1)]
        const isValid = value === undefined || validateSet(value, { instancePath: path })
        validate.errors = [...own, ...(isValid ? [] : (validateSet.errors ?? []))]
        return validate.errors.length === 0
      }
      return withValidator(whole, validate)
    }),
  ),
)

/** The form as soon as its validator is there. While that of a changed form is loaded, the form of before stays. */
export function useLoadedForm(form: FormModel) {
  const { value: module, error, retry } = useOnce(validatorAt(form.validatorUrl ?? ''))
  const last = useRef<LoadedForm>(undefined)
  if (module) last.current = loadedForm(module)(form)
  return { form: last.current, error, retry }
}
