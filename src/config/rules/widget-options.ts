// Owns the rule that what a widget says of its options is a JSON Schema that exists.
import type { JsonSchema } from '../../shared/content-model.ts'
import type { Context } from '../context.ts'
import { checkKeywords } from './schemas.ts'

export function checkWidgetOptions(context: Context): void {
  for (const document of context.of('widget').values()) {
    const { options } = document.value
    if (options) checkKeywords({ context, document, isAsked: false }, ['options'], options as JsonSchema)
  }
}
