// Owns the hot list over all content types that declare one.
import { type RawBuilder, sql } from 'kysely'
import { itemAddress } from '../../shared/item-address.ts'
import type { Model } from '../../shared/model.ts'
import type { Handlers } from '../call.ts'
import { HOT, quote } from '../content/field-expression.ts'
import { readInteger } from '../content/read-parameter.ts'
import { HOT_SORT, parseSort } from '../content/sort.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 50

interface HotRow {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly count: number
}

/** Types with a list in hot order; their index serves each branch of the union. */
function hotTypes(model: Model): string[] {
  const names = model.operations.flatMap(({ content }) =>
    content?.action === 'list' && content.sort && parseSort(content.sort).field === HOT_SORT
      ? [content.type]
      : [],
  )
  return [...new Set(names)]
}

/** The limit stands in the text: without parameters PostgreSQL plans the many branches once. */
export function hotStatement(model: Model, limit: number): RawBuilder<unknown> {
  const branches = hotTypes(model).map(
    (type) => sql`(select id, type, title, view_count as count, ${sql.raw(HOT)} as score from item
      where type = ${sql.raw(quote(type))} and status = 'online'
      order by ${sql.raw(HOT)} desc, id desc limit ${sql.lit(limit)})`,
  )
  return sql`select id, type, title, count from (${sql.join(branches, sql` union all `)}) hot
    order by score desc, id desc limit ${sql.lit(limit)}`
}

export const hotSearchHandlers: Handlers = {
  'hotSearch.getAll': async ({ params, services }) => {
    const limit = readInteger(params, 'limit', { min: 1, max: MAX_LIMIT }) ?? DEFAULT_LIMIT
    const model = services.model()
    const types = hotTypes(model)
    if (types.length === 0) return []
    return services.cache.read(types, `hot:${model.hash}:${limit}`, async () => {
      const { rows } = await sql<HotRow>`${hotStatement(model, limit)}`.execute(services.db)
      return rows.map((row, index) => {
        const type = model.contentTypes.find(({ name }) => name === row.type)
        const address = type && itemAddress(type, model.pages)
        return { ...row, rank: index + 1, address: address ? address + encodeURIComponent(row.id) : null }
      })
    })
  },
}
