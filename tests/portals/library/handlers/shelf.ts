// Provides the call that counts the books on the shelves by subject.
import { type Handlers, publicItems, sql } from 'equipnet/handler'

export const DOOR = 1

export const handlers: Handlers = {
  'shelf.count': async (call) => {
    const subject = sql<string>`body ->> 'subject'`
    const rows = await publicItems(call, 'book')
      .select([subject.as('subject'), sql<number>`count(*)::int`.as('count')])
      .groupBy(subject)
      .orderBy('count', 'desc')
      .orderBy('subject')
      .execute()
    const { items = [] } = call.services.model().dictionaries.find(({ name }) => name === 'subject') ?? {}
    const list = rows.map(({ subject: value, count }) => ({
      subject: value,
      label: items.find((item) => item.value === value)?.label ?? value,
      count,
    }))
    return { list, totalCount: list.length }
  },
}
