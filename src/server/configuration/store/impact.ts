// Tells what a configuration would change: pages, and the content whose fields it concerns.
import type { Kysely } from 'kysely'
import { digestPart } from '#config/pipeline/model-digest.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'

export interface Impact {
  readonly pages: readonly ConcernedPage[]
  readonly types: readonly ConcernedType[]
}

interface ConcernedPage {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly change: Change
  readonly changeTitle: string
}

/** `labels`: the page is as it was, and shows labels of a changed dictionary. */
const CHANGES = { added: '新增', changed: '改变', removed: '移除', labels: '字典文字改变' } as const

type Change = keyof typeof CHANGES

interface ConcernedType {
  readonly type: string
  readonly title: string
  /** All its items, in whatever state. */
  readonly count: number
}

export async function findImpact(db: Kysely<Schema>, before: Model, after: Model): Promise<Impact> {
  const names = changedParts(before.dictionaries, after.dictionaries, ({ name }) => name)
  const showsLabels = namesDictionary(names)
  const former = new Map(before.pages.map((page) => [page.id, page]))
  const ids = new Set(after.pages.map(({ id }) => id))
  const pages = [
    ...after.pages.flatMap((page): ConcernedPage[] => {
      const earlier = former.get(page.id)
      const isSame = earlier !== undefined && digestPart(earlier) === digestPart(page)
      if (isSame && !showsLabels(page)) return []
      return [toPage(page, earlier === undefined ? 'added' : isSame ? 'labels' : 'changed')]
    }),
    ...before.pages.flatMap((page) => (ids.has(page.id) ? [] : [toPage(page, 'removed')])),
  ]
  const forms = changedParts(before.forms, after.forms, ({ id }) => id)
  const types = after.contentTypes.filter((type) => forms.has(type.name) || showsLabels(type.fields))
  return { pages, types: await countItems(db, types) }
}

const toPage = ({ id, title, path }: Model['pages'][number], change: Change): ConcernedPage => ({
  ...{ id, title, path, change },
  changeTitle: CHANGES[change],
})

/** Names of what one side lacks or has otherwise. */
function changedParts<Part extends object>(
  before: readonly Part[],
  after: readonly Part[],
  nameOf: (part: Part) => string,
): ReadonlySet<string> {
  const digests = new Map(before.map((part) => [nameOf(part), digestPart(part)]))
  const changed = after.filter((part) => digests.get(nameOf(part)) !== digestPart(part)).map(nameOf)
  const names = new Set(after.map(nameOf))
  return new Set([...changed, ...[...digests.keys()].filter((name) => !names.has(name))])
}

function namesDictionary(names: ReadonlySet<string>): (part: object) => boolean {
  if (names.size === 0) return () => false
  const named = new RegExp(`"(?:x-)?dict":"(?:${[...names].join('|')})"`)
  return (part) => named.test(JSON.stringify(part))
}

async function countItems(db: Kysely<Schema>, types: Model['contentTypes']): Promise<ConcernedType[]> {
  if (types.length === 0) return []
  const names = types.map(({ name }) => name)
  const rows = await db
    .selectFrom('itemCount')
    .select(({ fn }) => ['type', fn.sum<number>('n').as('count')])
    .where('type', 'in', names)
    .where('field', '=', '')
    .groupBy('type')
    .execute()
  const counts = new Map(rows.map(({ type, count }) => [type, Number(count)]))
  return types.map(({ name, title }) => ({ type: name, title, count: counts.get(name) ?? 0 }))
}
