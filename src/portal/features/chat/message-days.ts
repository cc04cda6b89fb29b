// Groups the messages of a conversation by days: which message begins a day, and the day's name.
import { toDate } from '#portal/ui/format/format-time.ts'

const DAY = 86_400_000

/** 今天, 昨天, or the date, where the portal is. */
export function dayName(time: string, now: number = Date.now()): string {
  const day = toDate(time)
  if (day === toDate(new Date(now).toISOString())) return '今天'
  return day === toDate(new Date(now - DAY).toISOString()) ? '昨天' : day
}

/** Each with the name of its day where it is the first of that day. */
export function withDays<T extends { readonly sendTime: string }>(
  list: readonly T[],
): readonly { readonly message: T; readonly day: string | null }[] {
  return list.map((message, index) => {
    const before = list[index - 1]
    const isFirst = !before || toDate(before.sendTime) !== toDate(message.sendTime)
    return { message, day: isFirst ? toDate(message.sendTime) : null }
  })
}
