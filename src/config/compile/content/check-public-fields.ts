// Checks fields that not everybody sees: they cannot be the heading, which everybody reads, nor be used to find
// items.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { Field } from '#shared/model/content-model.ts'

export function checkPublicFields(
  context: Context,
  document: Document,
  fields: readonly Field[],
  heading: Field | undefined,
): void {
  if (heading?.visible !== undefined)
    context.report(document, ['fields', 'properties', heading.name, 'x-visible'], {
      slug: 'heading_private',
      message: `“${heading.title}”（${heading.name}）是标题（heading），在列表、检索与通知中公开显示，x-visible 不起作用：请去掉 x-visible，或换用其他标题字段`,
      found: heading.name,
      key: true,
    })
  for (const { name, title, filter, sort, visible } of fields)
    for (const [key, isEnabled, verb] of [
      ['x-filter', filter, '筛选'],
      ['x-sort', sort, '排序'],
    ] as const)
      if (isEnabled && visible !== undefined)
        context.report(document, ['fields', 'properties', name, key], {
          slug: 'order_private',
          message: `“${title}”（${name}）不是公开字段（x-visible），接口不会按其${verb}：请去掉其一`,
          found: name,
          key: true,
        })
  for (const { name, title, search, visible } of fields)
    if (search !== undefined && visible !== undefined && name !== heading?.name)
      context.report(document, ['fields', 'properties', name, 'x-search'], {
        slug: 'search_private',
        message: `“${title}”（${name}）不是公开字段（x-visible），不参与检索，x-search 不起作用：请去掉其一`,
        found: name,
        key: true,
      })
}
