// Measures a search in the database itself: the portal's statement beside two written by hand.
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { parseListQuery } from '#server/content/query/list-query.ts'
import { buildListMatches } from '#server/content/query/run-list.ts'
import { buildKysely } from '#server/platform/database/build-kysely.ts'
import { BARE_SEARCH, BARE_SEARCH_COUNT } from './bare-server.ts'
import { median } from './statistics.ts'

const ROOT = join(import.meta.dirname, '..', '..')

interface Prepared {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/** What a public list of demands runs for `keyWord`, newest first. */
async function portalSearch(keyWord: string): Promise<Prepared> {
  const result = await loadConfiguration(ROOT)
  if (!result.ok) throw new Error('the configuration does not pass its check')
  const plan = findPlan(result.model, 'demand')
  const list = result.model.operations.find(({ id }) => id === 'demand.showlist')?.content
  if (!plan || !list) throw new Error('there is no list of demands')
  const query = parseListQuery(plan, list, { keyWord, sort: '-publishedAt' }, null)
  const compiled = sql`${buildListMatches(plan, query, query.search ?? '')}`.compile(
    buildKysely(new pg.Pool()),
  )
  return { name: `portal-${keyWord}`, text: compiled.sql, values: [...compiled.parameters] }
}

/** Searches a second of the portal's and of the hand-written, alternately, on one connection. */
export async function measureSearchQueries(
  url: string,
  keyWord: string,
  rounds: number,
  runs: number,
): Promise<{ readonly subject: number; readonly limit: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const values = [`'${keyWord}'`]
    const subject = [await portalSearch(keyWord)]
    const limit = [
      { name: 'bare-search', text: BARE_SEARCH, values },
      { name: 'bare-search-count', text: BARE_SEARCH_COUNT, values },
    ]
    const run = async (statements: readonly Prepared[]): Promise<number> => {
      const start = performance.now()
      for (let time = 0; time < runs; time++)
        for (const statement of statements) await client.query(statement)
      return (runs * 1000) / (performance.now() - start)
    }
    const found = (await client.query(subject[0] as Prepared)).rows[0]?.total
    const wanted = (await client.query(limit[1] as Prepared)).rows[0]?.n
    if (!found || found !== wanted) throw new Error(`“${keyWord}”: found ${found} instead of ${wanted}`)
    const rates: Record<'subject' | 'limit', number[]> = { subject: [], limit: [] }
    // The first rounds of either make the plans.
    for (let round = -1; round < rounds; round++) {
      const pair = { limit: await run(limit), subject: await run(subject) }
      if (round < 0) continue
      rates.limit.push(pair.limit)
      rates.subject.push(pair.subject)
    }
    return { subject: median(rates.subject), limit: median(rates.limit) }
  } finally {
    await client.end()
  }
}
