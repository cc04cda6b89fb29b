// Checks that the values a filter offers are in the field's dictionary, or are states of the listed type.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Json } from '#shared/model/json.ts'

interface CheckContext {
  readonly compilation: { readonly context: Context }
  readonly document: Document
}

/** `path` is that of `only`; `listed` is unknown where a list has items of several types, or of none. */
export function checkFilterValues(
  { compilation: { context }, document }: CheckContext,
  path: Path,
  options: Json,
  field: Field,
  listed: ContentType | undefined,
): void {
  const { only } = options as { readonly only?: unknown }
  if (!Array.isArray(only) || context.isInvalid('dictionary', field.dict ?? '')) return
  const { items = [] } = context.of('dictionary').get(field.dict ?? '')?.value ?? {}
  const values = items.map(({ value }) => value)
  const states = field.name === 'status' ? listed?.lifecycle.states : undefined
  for (const [index, written] of only.entries()) {
    const value = String(written)
    if (!values.includes(value))
      context.report(document, [...path, index], {
        slug: 'value_unknown',
        message: `字典“${field.dict ?? ''}”没有取值“${value}”`,
        found: value,
        known: values,
      })
    else if (states && !Object.hasOwn(states, value))
      context.report(document, [...path, index], {
        slug: 'state_unknown',
        message: `“${listed?.title}”没有状态“${value}”，筛选结果始终为空`,
        found: value,
        known: Object.keys(states),
      })
  }
}
