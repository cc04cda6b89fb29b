// Checks fields that not everybody sees: they cannot be the heading, which everybody reads, nor be used to find
// items.

import type { Place } from '#config/load/place.ts'
import type { Field } from '#shared/model/content-model.ts'

export function checkPublicFields(here: Place, fields: readonly Field[], heading: Field | undefined): void {
  if (heading?.visible !== undefined)
    here.at('fields', 'properties', heading.name, 'x-visible').report({
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
        here.at('fields', 'properties', name, key).report({
          slug: 'order_private',
          message: `“${title}”（${name}）不是公开字段（x-visible），接口不会按其${verb}：请去掉其一`,
          found: name,
          key: true,
        })
  for (const { name, title, search, visible } of fields)
    if (search !== undefined && visible !== undefined && name !== heading?.name)
      here.at('fields', 'properties', name, 'x-search').report({
        slug: 'search_private',
        message: `“${title}”（${name}）不是公开字段（x-visible），不参与检索，x-search 不起作用：请去掉其一`,
        found: name,
        key: true,
      })
}
