// Checks a type's settings for saving its items: several per person, and the period in which saving is open.

import type { WrittenContentType } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'

export function checkSaved(context: Context, document: Document<WrittenContentType>): void {
  const { several, period, endpoints } = document.value
  const saves = Object.entries(endpoints).some(
    ([name, value]) => (typeof value === 'string' ? name : (value.action ?? name)) === 'save',
  )
  if (saves) checkPeriod(context, document)
  else
    for (const [key, isDeclared] of [
      ['several', several],
      ['period', period],
    ] as const)
      if (isDeclared !== undefined)
        context.report(document, [key], {
          slug: 'save_missing',
          message: `没有保存（save）的接口，写明“${key}”没有作用`,
          found: key,
          key: true,
        })
}

function checkPeriod(context: Context, document: Document<WrittenContentType>): void {
  const { from, until } = document.value.period ?? {}
  if (from !== undefined && until !== undefined && until < from)
    context.report(document, ['period', 'until'], {
      slug: 'period_order',
      message: `截止日期 ${until} 早于开始日期 ${from}`,
      found: until,
    })
}
