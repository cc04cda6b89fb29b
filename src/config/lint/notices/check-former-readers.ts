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
      message: `“${type.title}”处于“${type.lifecycle.states[after]?.title}”时${title}仍看得到，不是不再看得到的人（lost），收不到这个提醒：请去掉 lost，或改为发给别人`,
      found: receiver,
    })
  else if (!before.some(reads))
    context.report(document, place, {
      slug: 'notice_unread',
      message: `这一步之前${title}就看不到“${type.title}”，这个提醒（lost）送不到任何人`,
      found: receiver,
    })
  if (template.open?.params?.id === '{item.id}')
    context.report(file, ['open'], {
      slug: 'notice_lost',
      message: `提醒“${template.id}”发给不再看得到“${type.title}”的人（lost），打开它只会找不到：请去掉 open，或打开别的页面`,
    })
}
