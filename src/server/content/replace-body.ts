// Owns the storing of a changed body as the next revision.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { sealItem } from '../secrets/seal-fields.ts'
import type { ActionContext } from './action.ts'
import { toColumns } from './item-columns.ts'
import type { ItemRow } from './item-row.ts'
import type { Body } from './prepare-body.ts'

/** The row must be locked. Returns the new revision, or the old one where nobody who edits can have missed anything. */
export async function replaceBody(
  transaction: Kysely<Schema>,
  { plan, services }: Pick<ActionContext, 'plan' | 'services'>,
  row: Pick<ItemRow, 'id' | 'revision'>,
  body: Body,
  { keepsRevision = false } = {},
): Promise<number> {
  const { search, ...columns } = toColumns(plan, body)
  const revision = keepsRevision ? row.revision : row.revision + 1
  await transaction
    .updateTable('item')
    .set({ ...columns, body: sealItem(services, plan.type, body), revision, updatedAt: services.clock() })
    .set({ search: sql<string>`${search}::tsvector` })
    .where('id', '=', row.id)
    .execute()
  return revision
}
