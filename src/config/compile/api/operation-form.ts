// Compiles operations whose body is a form: one file declares the browser's form and the server's body.

import type { Place } from '#config/load/place.ts'
import { agreementTitle, agreementVersion } from '#shared/forms/agreement.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/** `operation` with the body that its form describes. */
export function takeForm(
  here: Place,
  operation: Operation,
  forms: ReadonlyMap<string, FormModel>,
): Operation {
  const { form: id, changes } = operation
  if (id === undefined && changes)
    here.at('changes').report({
      slug: 'operation_form',
      message: `操作“${operation.id}”写了 changes，须同时用 form 写明是哪个表单的改动`,
    })
  if (id === undefined) return operation
  const { form: _unknown, ...bare } = operation
  if (!here.at('form').refers('form', '表单', id, forms)) return bare
  if (operation.method !== 'POST' || operation.body)
    here.at('form').report({
      slug: 'operation_form',
      message: operation.body
        ? `操作“${operation.id}”不能同时写 form 和 body`
        : `操作“${operation.id}”以表单为内容，应为 POST`,
    })
  const body = toBody(forms.get(id) as FormModel)
  return { ...operation, body: changes ? { ...body, required: [] } : body }
}

/**
 * Builds the body for API documents. Fields that conditions may hide are not required, and the agreement is given by
 * its version.
 */
function toBody({ schema, conditions, agreement }: FormModel): JsonSchema {
  const required = ((schema.required ?? []) as readonly string[]).filter(
    (name) => !Object.hasOwn(conditions, name),
  )
  if (!agreement) return { ...schema, required }
  return {
    ...schema,
    required: [...required, 'agreement'],
    properties: {
      ...(schema.properties as object),
      agreement: { type: 'string', title: agreementTitle(agreement), enum: [agreementVersion(agreement)] },
    },
  }
}
