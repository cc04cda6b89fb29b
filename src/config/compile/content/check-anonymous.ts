// Checks the field that makes the owner of an item anonymous: a boolean, set at submission.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { Field } from '#shared/model/content-model.ts'

/** `initial`: the state in which items begin. */
export function checkAnonymous(
  context: Context,
  document: Document,
  { name, title, type, set }: Field,
  initial: string | undefined,
): void {
  const report = (slug: string, message: string, found: string) =>
    context.report(document, ['anonymous'], {
      slug,
      message,
      found,
      ...(type === 'boolean' ? {} : { expected: 'boolean' }),
    })
  if (type !== 'boolean')
    report('anonymous_type', `字段“${name}”的类型是 ${type}，匿名须由是非字段（boolean）决定`, type)
  if (initial !== undefined && set?.states && !set.states.includes(initial))
    report(
      'anonymous_late',
      `发布者匿名与否由“${title}”（${name}）决定，它却要到以后的状态才能填写（x-set）：发布时总是不匿名，请换一个发布时填写的字段`,
      name,
    )
}
