// Checks transitions with first-come assignment (`claim`).

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'

export function checkAssignment(
  context: Context,
  document: Document,
  path: Path,
  { claim, title, to, from, kind }: Transition,
  users: readonly { readonly type: ContentType }[],
): void {
  if (!claim) return
  if (from.includes(to))
    context.report(document, [...path, 'claim'], {
      slug: 'claim_again',
      message: `流转“${title}”执行后状态不变，其他人仍可办理：claim 须通向另一个状态`,
      found: to,
    })
  if (kind !== undefined)
    context.report(document, [...path, 'claim'], {
      slug: 'claim_kind',
      message: `流转“${title}”由先到的人执行（claim），不能同时是提交、退回或撤回（kind）`,
      found: kind,
    })
  for (const { type } of users) {
    const at = [...path, 'claim', 'field']
    const entry = named(context, document, at, type, claim.field, title)?.ref
    if (entry !== undefined) checkEntry(context, document, at, entry, title)
  }
}

function named(
  context: Context,
  document: Document,
  path: Path,
  type: ContentType,
  name: string,
  title: string,
): Field | undefined {
  const fits = (field: Field) => !field.system && (field.type === 'ref' || field.type === 'text')
  const field = type.fields.find((one) => one.name === name && fits(one))
  if (!field)
    context.report(document, path, {
      slug: 'claim_field',
      message: `“${type.title}”没有可记录承接方的字段“${name}”（引用或文字字段），流转“${title}”无法记录`,
      found: name,
      known: type.fields.filter(fits).map((one) => one.name),
    })
  return field
}

/** Checks that the entry which identifies the assignee has a state in which everybody reads it. */
function checkEntry(context: Context, document: Document, path: Path, entry: string, title: string): void {
  const name = context.of('content').get(entry)?.value.lifecycle
  const lifecycle = context.of('lifecycle').get(name ?? '')?.value
  if (!lifecycle || publicStates(lifecycle).length > 0) return
  context.report(document, path, {
    slug: 'claim_entry',
    message: `流转“${title}”以执行者的一条内容记录其身份，“${entry}”却没有公开的状态，他人无法查看`,
    found: entry,
  })
}
