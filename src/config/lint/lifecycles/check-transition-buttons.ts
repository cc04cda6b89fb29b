// Warns of transitions that have no call, or a call without a button: nobody ever takes them.

import { isCascaded, isServed, reportUnserved } from '#config/compile/lifecycles/transition-availability.ts'
import type { Context } from '#config/load/context.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Page } from '#shared/model/page-model.ts'

/**
 * Warns of unused transitions. Requires a configuration that was compiled whole, as every file that names a call has
 * marked it as used by then.
 */
export function checkTransitionButtons(
  context: Context,
  types: readonly ContentType[],
  pages: readonly Page[],
): void {
  for (const [name, document] of context.of('lifecycle')) {
    const users = types.filter(({ lifecycle }) => lifecycle.name === name)
    for (const [index, step] of (users[0]?.lifecycle.transitions ?? []).entries())
      if (
        !isServed(
          step,
          users.flatMap((type) => Object.keys(type.operations)),
          users,
          types,
        )
      )
        reportUnserved(context, document, ['transitions', index], step, [], true)
  }
  for (const type of types) warnButtons(context, type, types, pages)
}

function warnButtons(
  context: Context,
  type: ContentType,
  types: readonly ContentType[],
  pages: readonly Page[],
): void {
  const page = pages.find((one) => one.kind === 'detail' && one.contentType === type.name)
  const document = context.of('page').get(page?.id ?? '')
  // A type without a page of its own is called by other programs.
  if (!document) return
  const unseen = new Map(
    type.lifecycle.transitions.flatMap((step) => {
      const operation = type.operations[step.action]
      const isSeen = operation === undefined || context.used.has(`operation:${operation}`)
      const isTaken = step.afterEdit || step.due || isCascaded(step, [type], types)
      return isSeen || isTaken ? [] : [[step.action, step.title] as const]
    }),
  )
  for (const [action, title] of unseen)
    context.report(document, ['actions'], {
      slug: 'step_unseen',
      message: `“${type.title}”的流转“${title}”（${action}）有接口，却没有页面提供按钮，无法办理：请加上 { "do": "transition", "transition": "${action}" }`,
      found: action,
      warning: true,
      key: true,
    })
}
