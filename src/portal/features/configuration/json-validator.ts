// Answers rjsf's questions about schemas that are not known before: which conditions a value meets.
import { type Schema, Validator } from '@cfworker/json-schema'
import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import { perModel } from '#shared/model/per-model.ts'

/** Interpreted: the content security policy forbids the functions that ajv would write. */
const validatorOf = perModel((root: RJSFSchema) =>
  perModel((schema: RJSFSchema) => new Validator({ $defs: root.$defs, ...schema } as Schema, '2020-12')),
)

/** What is wrong with the value as a whole is the server's to say. */
export const JSON_VALIDATOR: ValidatorType = {
  isValid: (schema, value, root) =>
    schema === undefined || typeof schema === 'boolean'
      ? schema !== false
      : value !== undefined && validatorOf(root)(schema).validate(value).valid,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
}
