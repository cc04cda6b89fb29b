// Handles the hot search over all content types with a hot list: most searched words, then hot items.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { HOT } from '#server/content/fields/field-expression.ts'
import { isPublished } from '#server/content/fields/open-states.ts'
import { arePublic } from '#server/content/fields/public-states.ts'
import { isHot, parseSort } from '#server/content/fields/sort.ts'
import { loadSearched, type Searched } from '#server/content/reactions/searched-items.ts'
import type { Handlers } from '#server/platform/call.ts'
import { readInteger } from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { itemAddress } from '#shared/addresses/item-address.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 50

interface HotRow {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly count: number
}

/** Types with a list in hot order; their index serves each branch of the union. */
function hotTypes(model: Model): ContentType[] {
  const names = model.operations.flatMap(({ content }) =>
    content?.action === 'list' && content.sort && isHot(parseSort(content.sort).field) ? [content.type] : [],
  )
  return model.contentTypes.filter(({ name }) => names.includes(name))
}

/** The limit is part of the SQL text: without parameters PostgreSQL plans the many branches only once. */
export function hotStatement(model: Model, limit: number): RawBuilder<unknown> {
  const branches = hotTypes(model).map(
    (type) => sql`(select id, type, title, view_count as count, ${sql.raw(HOT)} as score from item
      where ${sql.raw(isPublished(model, type))}
      order by ${sql.raw(HOT)} desc, id desc limit ${sql.lit(limit)})`,
  )
  return sql`select id, type, title, count from (${sql.join(branches, sql` union all `)}) hot
    order by score desc, id desc limit ${sql.lit(limit)}`
}

/**
 * Handles `hotSearch.getAll`: the most searched items over all content types with a hot list, filled up with hot
 * items. `limit` is 10 by default, at most 50. Each entry has its rank, and its address if its type has a detail
 * page.
 *
 * @example
 * const handlers: Handlers = { ...hotSearchHandlers }
 */
export const hotSearchHandlers: Handlers = {
  'hotSearch.getAll': async ({ params, services }) => {
    const limit = readInteger(params, 'limit', { min: 1, max: MAX_LIMIT }) ?? DEFAULT_LIMIT
    const model = services.model()
    const types = hotTypes(model)
    if (types.length === 0) return []
    const searched = await loadSearched(services.db, types, limit)
    const key = `hot:${model.hash}:${limit}:${JSON.stringify(searched)}`
    return services.cache.read(
      types.map(({ name }) => name),
      key,
      async () => {
        const rows = await loadHot(services.db, model, searched, limit)
        return rows.map((row, index) => {
          const type = model.contentTypes.find(({ name }) => name === row.type)
          const address = type && itemAddress(type, model.pages)
          return { ...row, rank: index + 1, address: address ? address + encodeURIComponent(row.id) : null }
        })
      },
    )
  },
}

/** Returns the most searched words, then hot items. */
async function loadHot(
  db: Kysely<Schema>,
  model: Model,
  searched: readonly Searched[],
  limit: number,
): Promise<readonly (HotRow & { readonly searchers: number })[]> {
  const found = new Map(searched.map(({ id, searchers }) => [id, searchers]))
  const { rows: hot } = await sql<HotRow>`${hotStatement(model, limit)}`.execute(db)
  const { rows: first } =
    found.size === 0
      ? { rows: [] }
      : await sql<HotRow>`select id, type, title, view_count as count from item
          where id in (${sql.join([...found.keys()])}) and ${sql.raw(arePublic(hotTypes(model)))}`.execute(db)
  const byId = new Map(first.map((row) => [row.id, row]))
  const others = hot.filter(({ id }) => !found.has(id))
  return [...[...found.keys()].flatMap((id) => byId.get(id) ?? []), ...others]
    .slice(0, limit)
    .map((row) => ({ ...row, searchers: found.get(row.id) ?? 0 }))
}
