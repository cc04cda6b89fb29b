// Checks that widgets declare their options with valid JSON Schema.

import { checkKeywords } from '#config/compile/common/check-schema.ts'
import type { Context } from '#config/load/context.ts'
import type { JsonSchema } from '#shared/model/json.ts'

export function checkWidgetSchemas(context: Context): void {
  for (const document of context.of('widget').values()) {
    const { options } = document.value
    if (options) checkKeywords({ context, document, isFormField: false }, ['options'], options as JsonSchema)
  }
}
