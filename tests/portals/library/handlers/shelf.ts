// Provides the calls of the shelves: counts the books by subject, and reserves a book by its call number.
import { Failure, type Handlers, publicItems, sql } from 'equipnet/handler'

export const DOOR = 1

export const handlers: Handlers = {
  'shelf.reserve': async (call) => {
    const { callNumber, until } = call.body as { callNumber: string; until: string }
    const book = await publicItems(call, 'book')
      .select('id')
      .where(sql`body ->> 'callNumber'`, '=', callNumber)
      .executeTakeFirst()
    if (!book)
      throw new Failure('BAD_INPUT', { errors: [{ path: '/callNumber', message: '没有该索书号的在架图书' }] })
    return call.engine.add('loan', { bookId: book.id, until })
  },
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
