// Provides the two validators of a schema: a strict one for bodies, a coercing one for parameters, which are text.
import { compileSchema } from '#config/compile/common/schema-validator.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'

/** The validator of a body. It is compiled at the first call, which keeps the start short. */
export const validatorOf = perModel((schema: JsonSchema) => compileSchema(schema))

/** The validator of parameters: it turns texts into the declared types. */
export const coercingValidatorOf = perModel((schema: JsonSchema) => compileSchema(schema, true))
