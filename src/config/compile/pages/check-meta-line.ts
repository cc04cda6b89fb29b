// Checks that the line below a heading contains only fields that every reader sees, unmasked.

import type { WrittenColumn } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { type Audience, isForMembers } from '#shared/access/roles.ts'
import type { Column } from '#shared/model/page-model.ts'

interface MetaLineContext {
  readonly context: Context
  readonly document: Document
  /** The audience that may open the page. */
  readonly access: readonly Audience[]
}

export function checkMetaLine(
  { context, document, access }: MetaLineContext,
  columns: readonly Column[],
  written: readonly WrittenColumn[],
): void {
  if (!access.includes('anyone') && !isForMembers(access)) return
  for (const { field, label, cell } of columns) {
    const isKept = field.visible !== undefined || cell === 'masked' || field.type === 'mobile'
    if (!isKept) continue
    const index = written.findIndex((one) => (typeof one === 'string' ? one : one.field) === field.name)
    context.report(document, ['meta', index], {
      slug: 'meta_kept',
      message: `“${label}”不是公开字段，或须脱敏显示，不能放在标题之下（meta）：请放入 facts`,
      found: field.name,
    })
  }
}
