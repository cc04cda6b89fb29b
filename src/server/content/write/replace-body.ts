// Stores a changed body as the next revision.
import { type Kysely, sql } from 'kysely'
import { savePreviousVersionOnce } from '#server/content/access/previous-version.ts'
import type { ActionContext } from '#server/content/action.ts'
import { toColumns } from '#server/content/items/item-columns.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { sealItem } from '#server/platform/secrets/seal-fields.ts'
import type { Body } from './prepare-body.ts'

interface Manner {
  /** True to keep the revision, if no editor can have missed the change. */
  readonly keepsRevision?: boolean
  /** The revision that stood before, where what changes is no edit of anybody: what was examined stays examined. */
  readonly follows?: number
}

/** The row must be locked. Returns its revision, which is a new one unless it is kept. */
export async function replaceBody(
  transaction: Kysely<Schema>,
  { plan, services }: Pick<ActionContext, 'plan' | 'services'>,
  row: Pick<ItemRow, 'id' | 'revision'>,
  body: Body,
  { keepsRevision = false, follows }: Manner = {},
): Promise<number> {
  const { search, ...columns } = toColumns(plan, body)
  const revision = keepsRevision ? row.revision : row.revision + 1
  if (!keepsRevision && follows === undefined) await savePreviousVersionOnce(transaction, plan, row.id)
  await transaction
    .updateTable('item')
    .set({ ...columns, body: sealItem(services, plan.type, body), revision, updatedAt: services.clock() })
    .set({ search: sql<string>`${search}::tsvector` })
    .$if(follows !== undefined, (query) =>
      query.set({
        approvedRevision: goesAlong('approved_revision', follows, revision),
        leftRevision: goesAlong('left_revision', follows, revision),
      }),
    )
    .where('id', '=', row.id)
    .execute()
  return revision
}

const goesAlong = (column: string, before: number | undefined, after: number) =>
  sql<number>`case when ${sql.ref(column)} = ${before ?? null}::int then ${after}::int else ${sql.ref(column)} end`
