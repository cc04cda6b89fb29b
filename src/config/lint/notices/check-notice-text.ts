// Checks that a notice names and opens only existing values of the items and transitions that it is about.

import { typeById } from '#config/compile/links/check-item-type.ts'
import type { CompiledNotice } from '#config/compile/notices/compile-notices.ts'
import type { NoticeUse } from '#config/compile/notices/notice-uses.ts'
import type { Context } from '#config/load/context.ts'
import { audienceTitle, isRelation, regionalOf } from '#shared/access/roles.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/** Event values that the taker of a transition writes. */
const WORDS = ['event.reason', 'event.words']

export function checkNoticeText(
  context: Context,
  use: NoticeUse,
  { document, template }: CompiledNotice,
  operations: ReadonlyMap<string, Operation>,
  others: readonly NoticeUse[],
): void {
  const { open } = template
  const { type } = use
  const shown =
    open && open.params.id === '{item.id}' ? typeById({ context, operations }, open.page) : undefined
  // If the page shows the type of other uses, this transition names the wrong notice.
  const isOfOthers = others.some((other) => other.type.name === shown)
  if (shown !== undefined && shown !== type.name)
    context.report(
      isOfOthers ? use.document : document,
      isOfOthers ? [...use.path, 'notify'] : ['open', 'page'],
      {
        slug: 'notice_other_type',
        message: isOfOthers
          ? `通知“${template.id}”打开的页面“${open?.page}”不显示“${type.title}”，查不到内容：请换用其他通知`
          : `“${type.title}”也使用该通知，页面“${open?.page}”却不显示该类内容：请换用其他通知`,
        found: isOfOthers ? template.id : (open?.page ?? ''),
      },
    )
  checkQuoted(context, use, template)
  checkRedundantReceiver(context, use)
  checkHappens(context, use)
}

/**
 * Warns if the only taker of a transition is also its only receiver: that user knows of it, and the notice was meant
 * for the other party.
 */
function checkRedundantReceiver(context: Context, { document, path, event, type, written }: NoticeUse): void {
  const step = event === 'transition' ? type.lifecycle.transitions[Number(path[1])] : undefined
  const [actor, ...others] = step?.by ?? []
  if (!step || step.due || actor === undefined || others.length > 0) return
  if (
    !isRelation(actor) ||
    regionalOf(actor) !== undefined ||
    written.to.some((receiver) => receiver !== actor)
  )
    return
  context.report(document, [...path, 'to'], {
    warning: true,
    slug: 'notice_own_step',
    message: `“${step.title}”只能由${audienceTitle(context.roles, actor)}执行，通知却只发给执行人本人：请改为通知另一方`,
    found: actor,
  })
}

/** The calls without which an event never comes. */
const COMES_BY: Readonly<Record<string, readonly [action: string, title: string]>> = {
  comment: ['commentAdd', '发表评论'],
  reply: ['commentAdd', '发表评论'],
  commentRefused: ['commentAdd', '发表评论'],
  commentRemoved: ['commentAdd', '发表评论'],
  like: ['like', '点赞'],
}

function checkHappens(context: Context, { document, path, event, type }: NoticeUse): void {
  const [action, title] = COMES_BY[event] ?? []
  if (action === undefined || type.operations[action] !== undefined) return
  context.report(document, path, {
    warning: true,
    slug: 'event_never',
    message: `“${type.title}”没有${title}的接口（${action}），该通知不会发出：请补充接口，或删去此项`,
    found: event,
  })
}

/** Checks that the transition asks for the text that the notice quotes. */
function checkQuoted(
  context: Context,
  { document, path, event, type }: NoticeUse,
  { id, title, text }: CompiledNotice['template'],
): void {
  const step = event === 'transition' ? type.lifecycle.transitions[Number(path[1])] : undefined
  if (!step || step.reason || step.words) return
  const quoted = placeholdersOf(`${title}${text}`).find((name) => WORDS.includes(name))
  if (quoted === undefined) return
  context.report(document, [...path, 'notify'], {
    slug: 'notice_reason',
    message: `通知“${id}”引用附言 {${quoted}}，流转“${step.title}”却不要求填写，通知中会留空：请写 reason，或换用其他通知`,
    found: id,
  })
}
