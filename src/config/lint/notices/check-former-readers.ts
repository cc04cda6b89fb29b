// Checks notices to former readers: the receivers read the item before the transition, and not after it.

import type { CompiledNotice } from '#config/compile/notices/compile-notices.ts'
import type { NoticeUse } from '#config/compile/notices/notice-uses.ts'
import type { Context } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import type { Receiver } from '#shared/model/notice-events.ts'
import { canReceiveNotice, receiverTitle } from './notice-readers.ts'

export function checkFormerReaders(
  context: Context,
  { document, type, before, states }: NoticeUse,
  place: Path,
  receiver: Receiver,
  { document: file, template }: CompiledNotice,
): void {
  if (!before || typeof receiver === 'object') return
  const reads = (state: string) => {
    const known = type.lifecycle.states[state]
    return known !== undefined && canReceiveNotice(known, receiver)
  }
  const title = receiverTitle(context, receiver)
  const after = (states ?? []).find(reads)
  if (after !== undefined)
    context.report(document, place, {
      slug: 'notice_kept',
      message: `“${type.title}”处于“${type.lifecycle.states[after]?.title}”时${title}仍可查看，不属于失去查看权限的人（lost），收不到该通知：请去掉 lost，或改写接收人`,
      found: receiver,
    })
  else if (!before.some(reads))
    context.report(document, place, {
      slug: 'notice_unread',
      message: `此步之前${title}就看不到“${type.title}”，该通知（lost）无人接收：请改写接收人`,
      found: receiver,
    })
  if (template.open?.params?.id === '{item.id}')
    context.report(file, ['open'], {
      slug: 'notice_lost',
      message: `通知“${template.id}”发给不能再查看“${type.title}”的人（lost），其打开后找不到内容：请去掉 open，或改为其他页面`,
    })
}
