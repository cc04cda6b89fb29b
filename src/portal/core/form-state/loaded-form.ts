// Declares the form that can be filled in: with the validator of its schema.
import type { ValidatorType } from '@rjsf/utils'
import type { FormModel } from '#shared/model/content-model.ts'
import type { ValidationError } from '#shared/validation/validation-error.ts'

export interface LoadedForm extends FormModel {
  readonly validator: ValidatorType
}

/** Returns all errors of answers by the form's schema. */
export function schemaErrors(
  { validator, schema }: LoadedForm,
  answers: unknown,
): readonly ValidationError[] {
  return validator.rawValidation<ValidationError>(schema, answers).errors ?? []
}
