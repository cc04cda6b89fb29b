// Finds the preview link of a token, and the item as it shows it: with its pending change, as everybody will read it.
import { sql } from 'kysely'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { loadAs } from '#server/content/items/load-as.ts'
import { loadPending } from '#server/content/items/pending-change.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { loadChanged } from '#server/content/pending-changes/visible-change.ts'
import type { Services } from '#server/platform/call.ts'
import { reviews } from '#shared/lifecycles/lifecycle.ts'

export interface OpenLink {
  readonly id: string
  readonly itemId: string
  readonly expiresAt: Date
}

/** Undefined for a link that is unknown, over or revoked. */
export function findOpenLink(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  digest: string,
): Promise<OpenLink | undefined> {
  return db
    .selectFrom('previewLink')
    .select(['id', 'itemId', 'expiresAt'])
    .where('digest', '=', digest)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', clock())
    .executeTakeFirst()
}

export interface Previewed {
  readonly plan: TypePlan
  readonly row: ItemRow
}

/** Undefined where the item is deleted. */
export async function loadPreviewed(
  { db, model }: Pick<Services, 'db' | 'model'>,
  itemId: string,
): Promise<Previewed | undefined> {
  const item = await db
    .selectFrom('item')
    .select(['type', 'status'])
    .where('id', '=', itemId)
    .executeTakeFirst()
  const plan = item && findPlan(model(), item.type)
  if (!plan || plan.type.lifecycle.states[item.status]?.gone) return undefined
  const row = await loadAs(db, plan, itemId, sql`stored.body`)
  if (!row) return undefined
  const change = reviews(plan.type.lifecycle, row.status) ? await loadPending(db, itemId) : undefined
  return { plan, row: change ? await loadChanged(db, plan, row) : row }
}

/** True if the item of the link names the file, in the version that the link shows. */
export async function isFileOfPreview(
  services: Pick<Services, 'db' | 'model' | 'clock'>,
  digest: string | undefined,
  file: { readonly id: string; readonly form: string; readonly field: string },
): Promise<boolean> {
  const link = digest === undefined ? undefined : await findOpenLink(services, digest)
  const shown = link && (await loadPreviewed(services, link.itemId))
  if (!shown || shown.plan.type.name !== file.form) return false
  const { visible } = shown.plan.byName.get(file.field) ?? {}
  if (visible !== undefined && !visible.includes('anyone')) return false
  return JSON.stringify(shown.row.body[file.field] ?? '').includes(file.id)
}
