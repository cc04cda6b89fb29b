// Implements rjsf's validator with the interpreter; its own compiles code, which the content policy forbids.
import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import processRawValidationErrors from '@rjsf/validator-ajv8/lib/processRawValidationErrors.js'
import type { JsonSchema } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'
import { messageFor } from '#shared/validation/error-messages.ts'
import { interpret } from '#shared/validation/interpret-schema.ts'

type RawErrors = Parameters<typeof processRawValidationErrors>[1]

/** Schemas that carry the definitions of their root, by the schema's identity. */
const schemasUnder = perModel(({ definitions, $defs }: RJSFSchema) =>
  perModel(
    (schema: RJSFSchema): JsonSchema => ({
      ...(definitions ? { definitions } : {}),
      ...($defs ? { $defs } : {}),
      ...schema,
    }),
  ),
)

const withDefinitions = (schema: RJSFSchema, root: RJSFSchema): JsonSchema =>
  schema === root || (!root.definitions && !root.$defs) ? schema : schemasUnder(root)(schema)

/** Errors in Ajv's form with the portal's Chinese words. */
function rawValidation(schema: RJSFSchema, data: unknown): RawErrors {
  try {
    const errors = interpret(schema, data ?? (schema.type === 'object' ? {} : null)).map(
      ({ schema: own, ...error }) => ({
        ...error,
        message: messageFor(
          { keyword: error.keyword, params: error.params, schema: own },
          String(own?.title ?? '该项'),
        ),
      }),
    )
    return { errors } as RawErrors // Ajv's error objects, less what rjsf does not read
  } catch (error) {
    return { validationError: error as Error }
  }
}

export const rjsfValidator: ValidatorType = {
  validateFormData(data, schema, customValidate, transformErrors, uiSchema) {
    const raw = rawValidation(schema, data)
    return processRawValidationErrors(
      rjsfValidator,
      raw,
      data,
      schema,
      customValidate,
      transformErrors,
      uiSchema,
    )
  },
  isValid(schema, data, root) {
    if (typeof schema === 'boolean') return schema
    const { errors, validationError } = rawValidation(withDefinitions(schema, root) as RJSFSchema, data)
    return !validationError && errors?.length === 0
  },
  rawValidation: rawValidation as ValidatorType['rawValidation'],
}
