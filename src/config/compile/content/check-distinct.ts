// Checks `distinct`: the field can distinguish the items that one owner submits.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import type { Field } from '#shared/model/content-model.ts'

export function checkDistinct(
  context: Context,
  document: Document,
  name: string | undefined,
  fields: readonly Field[],
): void {
  if (name === undefined) return
  const field = fields.find((candidate) => candidate.name === name)
  if (!field)
    context.report(document, ['distinct'], {
      slug: 'field_unknown',
      message: `不得重复的字段“${name}”没有定义`,
      found: name,
      known: fields.map((known) => known.name),
    })
  else if ((field.type !== 'text' && field.type !== 'ref') || isSecret(field))
    context.report(document, ['distinct'], {
      slug: 'distinct_type',
      message: `不得重复的字段“${name}”须是单行文字或引用，且不加密保存`,
      found: field.type,
    })
}
