// Tests query plans with up to 100,000 items: filters, sorts, search and hot list read few rows by index.
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filterKind } from '#server/content/fields/filter.ts'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { parseListQuery } from '#server/content/query/list-query.ts'
import {
  buildListMatches,
  countAll,
  countStatement,
  listCondition,
  pageStatement,
} from '#server/content/query/run-list.ts'
import { searchedTypes } from '#server/content/query/searched-types.ts'
import { repeatedStatement } from '#server/content/write/uniqueness.ts'
import { toSearchQuery } from '#server/platform/text/search-query.ts'
import { hotStatement } from '#server/search/hot-search.ts'
import * as site from '#server/search/site-search.ts'
import type { Caller } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { ContentCall } from '#shared/model/operation-model.ts'
import { IS_LONG, someOf } from '../../../support/long-run.ts'
import { model } from '../../../support/portal-model.ts'
import { askerAs } from '../../../support/roles.ts'
import { DATABASES, type TestDatabase } from '../../platform/database/each-database.ts'
import { COMMON_WORD, insertVolume, itemsOfEach, RARE_WORD } from './volume.ts'

const OF_EACH = itemsOfEach(model)
/** A page of ten in a declared order reads these few rows: some are thrown away, being offline. */
const FEW = 60
/** With filters a page may read what matches them, and never more than this share of its type. */
const SHARE = 0.1

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Node[]
}

const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)]

/** Rows of `item` that were looked at, also those thrown away. */
function rowsRead(plan: Node): number {
  return all(plan)
    .filter((node) => node['Relation Name'] === 'item')
    .reduce((sum, node) => {
      const rows = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'] as const
      return sum + rows.reduce((one, name) => one + (node[name] ?? 0), 0) * (node['Actual Loops'] ?? 1)
    }, 0)
}

const valueFor = (of: Model, field: Field): Record<string, unknown> => {
  const { name } = field
  switch (filterKind(field)) {
    case 'values':
    case 'overlaps': {
      const first = of.dictionaries.find((dictionary) => dictionary.name === field.dict)?.items[0]?.value
      return { [name]: first ?? 'v7' }
    }
    case 'boolean':
      return { [name]: true }
    case 'region':
      return { [name]: '44' }
    case 'number':
      return { [`${name}From`]: 990 }
    case 'day':
    case 'time':
      return { [`${name}From`]: '2029-12-01' }
    default:
      return { [name]: 'v7' }
  }
}

type Case = readonly [name: string, call: ContentCall, params: Record<string, unknown>, asker?: Caller]

/** Where a row's parent decides who reads it, those who read all of them are asked about too. */
const READERS: readonly Caller[] = [askerAs('supplier', 'somebody'), askerAs('operator', 'boss')]

const isOpen = (field: Field) => field.visible === undefined
const lists = model.operations.flatMap(({ id, content }) =>
  content?.action === 'list' ? [{ id, content }] : [],
)
/** Lists of one's own, or of what one has received, are asked by somebody. */
const askerOf = ({ fixed }: ContentCall): { readonly asker?: Caller } =>
  fixed.mine === true || fixed.received === true ? { asker: { id: 'somebody', role: 'supplier' } } : {}
/** Under a parent that somebody else may not see, or of those that are one's own. */
const isNarrow = ({ fixed }: ContentCall): boolean => fixed.mine === true || fixed.received === true
const needsParent = (type: ContentType): boolean =>
  type.disclosure !== undefined || (findPlan(model, type.name)?.relations.areScoped ?? false)
const cases: Case[] = lists.flatMap(({ id, content }) => {
  const type = model.contentTypes.find(({ name }) => name === content.type)
  if (!type) return []
  // Where an item's parent decides who reads it, a list without one is refused.
  const always = !isNarrow(content) && needsParent(type) && type.parent ? { [type.parent]: 'p7' } : {}
  const own: Case = [`${id}: as it comes`, content, always]
  const filters = type.fields
    .filter((field) => field.filter && isOpen(field) && !Object.hasOwn(content.fixed, field.name))
    .map((field): Case => [`${id}: filter ${field.name}`, content, { ...always, ...valueFor(model, field) }])
  const declared = new Set([
    ...type.fields.filter((field) => field.sort && !field.system && isOpen(field)).map(({ name }) => name),
    ...model.pages.flatMap((page) =>
      page.kind === 'list' && page.contentType === type.name ? page.sorts.map(({ value }) => value) : [],
    ),
  ])
  const sorts = [...declared].flatMap((name): Case[] => [
    [`${id}: sort ${name}`, content, { ...always, sort: name }],
    [`${id}: sort -${name}`, content, { ...always, sort: `-${name}` }],
  ])
  const plain: Case[] = [own, ...filters, ...sorts, [`${id}: a rare word`, content, { keyWord: RARE_WORD }]]
  if (!type.disclosure) return plain
  const more = plain.flatMap(([name, call, params]) =>
    READERS.map((asker): Case => [`${name}, for ${asker?.role}`, call, params, asker]),
  )
  return [...plain, ...more]
})

/** Of every type some: they lie in the order of the files. */
const asked = someOf(cases, 300)

test('a list with read access by the parent is refused without a parent, for every account', () => {
  const scoped = lists.flatMap(({ content }) => {
    const plan = findPlan(model, content.type)
    return plan?.type.disclosure && plan.type.parent ? [{ content, plan }] : []
  })
  expect(scoped.length).toBeGreaterThan(0)
  for (const { content, plan } of scoped)
    for (const asker of [null, ...READERS])
      expect(() => parseListQuery(plan, content, { status: 'online' }, asker)).toThrow(Failure)
})

/** In everyday runs on one of them: PostgreSQL, where there is one. */
const AVAILABLE = DATABASES.filter(({ isAvailable }) => isAvailable)

describe.each(IS_LONG ? AVAILABLE : AVAILABLE.slice(-1))('query plans on $name', (database) => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await database.open()
    await insertVolume(opened.handle.db, model)
    await ensureIndexes(opened.handle.db, model)
    await opened.handle.vacuumAnalyze()
  }, 300_000)
  afterAll(() => opened?.drop())

  const explain = async (statement: RawBuilder<unknown>): Promise<Node> => {
    const { rows } = await sql<Record<string, unknown>>`explain (analyze, format json) ${statement}`.execute(
      opened.handle.db,
    )
    const value = Object.values(rows[0] ?? {})[0]
    const [{ Plan }] = (typeof value === 'string' ? JSON.parse(value) : value) as [{ Plan: Node }]
    return Plan
  }
  const scans = (plan: Node) =>
    all(plan).filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'item').length

  test(`every list, with each filter and sort (${asked.length} cases), reads few rows and no whole table`, async () => {
    expect(cases.length).toBeGreaterThan(300)
    const wrong: string[] = []
    for (const [name, call, params, asker = null] of asked) {
      const plan = findPlan(model, call.type)
      if (!plan) throw new Error(call.type)
      const query = parseListQuery(plan, call, { ...params, limit: 10 }, askerOf(call).asker ?? asker)
      const page = await explain(
        query.search ? buildListMatches(plan, query, query.search) : pageStatement(plan, query),
      )
      const counting = await explain(countStatement(plan, query))
      // Of what is kept, nothing tells how many items match.
      const reading = await explain(sql`select count(*) from item where ${listCondition(plan, query)}`)
      if (scans(page) + scans(counting) > 0) wrong.push(`${name}: the whole table`)
      const isFiltered = query.filters.length > 0 || query.search !== undefined
      // Where the number is kept, nothing is read to count.
      const matching = isFiltered ? await countAll(opened.handle.db, plan, query) : 0
      const most = isFiltered ? Math.max(matching, rowsRead(reading), OF_EACH * SHARE) : FEW
      if (rowsRead(page) > most) wrong.push(`${name}: ${rowsRead(page)} rows instead of ${most}`)
    }
    expect(wrong).toEqual([])
  }, 300_000)

  test('PostgreSQL compiles no statement to machine code (jit is off)', async () => {
    const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(
      opened.handle.db,
    )
    if (opened.url !== undefined) expect(rows[0]?.jit).toBe('off')
  })

  const types = searchedTypes(model)
  const words = (word: string) => toSearchQuery(word) as string

  test('the site search reads a rare word by index, and ranks a common word among the newest items', async () => {
    const found = (word: string) =>
      explain(
        site.buildSearchStatement(types, types, words(word), { order: 'relevance', page: 1, limit: 10 }),
      )
    const all = OF_EACH * model.contentTypes.length
    const rare = await found(RARE_WORD)
    expect(scans(rare)).toBe(0)
    // The index holds the words of all types, searched or not; one row in a hundred has this one.
    expect(rowsRead(rare)).toBeLessThanOrEqual(all * 0.012 * 2)
    // Every match is counted; beyond that only the newest thousand are looked at, and those of the page.
    const common = await found(COMMON_WORD)
    expect(scans(common)).toBe(0)
    expect(rowsRead(common)).toBeLessThanOrEqual(all + 1_100)
  })

  test('a repeated submission is detected by index among thousands of items of the same owner', async () => {
    const { db } = opened.handle
    await sql`update item set owner_id = 'buyer', body = body || jsonb_build_object('title', '采购 ' || id)
      where type = 'demand'`.execute(db)
    await opened.handle.vacuumAnalyze()
    const plan = findPlan(model, 'demand')
    if (!plan) throw new Error('demand')
    const statement = repeatedStatement(plan, [{ ownerId: 'buyer', body: { title: '采购 DEMAND-7' } }])
    if (!statement) throw new Error('nothing tells demands apart')
    expect((await statement.execute(db)).rows).toEqual([{ id: 'demand-7', status: 'online' }])
    expect(rowsRead(await explain(statement))).toBe(1)
  })

  test('the hot list over all types reads a few rows of each type', async () => {
    const plan = await explain(hotStatement(model, 10))
    expect(scans(plan)).toBe(0)
    expect(rowsRead(plan)).toBeLessThan(2_000)
  })
})
