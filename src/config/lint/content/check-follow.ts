// Checks `follow`: some type must refer to the followed one, and everybody must see it.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { ContentType } from '#shared/model/content-model.ts'

export function checkFollow(
  context: Context,
  types: ReadonlyMap<string, ContentType>,
  documents: ReadonlyMap<string, Document>,
): void {
  const referred = new Set(
    [...types.values()].flatMap(({ fields }) =>
      fields.flatMap(({ ref, visible }) => (ref !== undefined && visible === undefined ? [ref] : [])),
    ),
  )
  for (const [name, { follow, title }] of types) {
    const document = documents.get(name)
    if (follow && document && !referred.has(name))
      context.report(document, ['follow'], {
        slug: 'follow_nothing',
        message: `没有内容以公开字段引用“${title}”，关注者不会收到通知`,
        key: true,
      })
  }
}
