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
      message: `“${heading.title}”（${heading.name}）是标题（heading），列表、检索与提醒都对人人写出它，x-visible 限定不了：请去掉 x-visible，或换一个标题`,
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
          message: `“${title}”（${name}）不是人人可见（x-visible），接口因此不按它${verb}，写了没有作用：请去掉其一`,
          found: name,
          key: true,
        })
  for (const { name, title, search, visible } of fields)
    if (search !== undefined && visible !== undefined && name !== heading?.name)
      context.report(document, ['fields', 'properties', name, 'x-search'], {
        slug: 'search_private',
        message: `“${title}”（${name}）不是人人可见（x-visible），检索不含它，写了 x-search 也搜不到：请去掉其一`,
        found: name,
        key: true,
      })
}
