// Finds the items that the references in a table name by title.
import { type Kysely, sql } from 'kysely'
import { isOpen } from '#server/content/fields/open-states.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'
import { foldText } from './fold-heading.ts'
import type { ImportColumn } from './import-columns.ts'
import type { ImportRow } from './import-store.ts'
import type { FileColumn } from './match-columns.ts'
import { type Titles, titlesIn } from './read-cell.ts'

/** Finds public items only, so that titles reveal no other item. */
export async function loadTitles(
  db: Kysely<Schema>,
  model: Model,
  columns: readonly ImportColumn[],
  file: readonly (FileColumn | null)[],
  rows: readonly ImportRow[],
): Promise<Titles> {
  const wanted = new Map<string, Set<string>>()
  for (const [index, place] of file.entries()) {
    const column = columns.find(({ key }) => key === place?.key)
    const type = column?.field.ref
    if (!column || type === undefined) continue
    const titles = wanted.get(type) ?? new Set()
    for (const { cells } of rows) for (const title of titlesIn(cells[index] ?? '', column)) titles.add(title)
    wanted.set(type, titles)
  }
  const found = new Map<string, string[]>()
  for (const [type, titles] of wanted) {
    if (titles.size === 0) continue
    const { rows: items } = await sql<{ id: string; title: string }>`
      select id, title from item where title = any(${[...titles]}::text[]) and ${sql.raw(isOpen(model, 'item', type))}
      order by id`.execute(db)
    for (const { id, title } of items) {
      const key = `${type}/${foldText(title)}`
      found.set(key, [...(found.get(key) ?? []), id])
    }
  }
  return (type, title) => found.get(`${type}/${foldText(title)}`) ?? []
}
