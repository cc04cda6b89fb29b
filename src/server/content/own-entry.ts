// Owns the fields that name the owner's entry in a directory (`x-from`).
import type { ActionContext } from './action.ts'

/** Nothing for a type without such fields, and for somebody without an entry. */
export async function ownEntry({
  db,
  plan,
  asker,
}: Pick<ActionContext, 'db' | 'plan' | 'asker'>): Promise<Readonly<Record<string, string>>> {
  const fields = plan.own.filter(({ from }) => from !== undefined)
  if (fields.length === 0 || asker === null) return {}
  const entry = await db
    .selectFrom('account')
    .innerJoin('item', 'item.id', 'account.directoryId')
    .select(['item.id', 'item.type'])
    .where('account.id', '=', asker.id)
    .executeTakeFirst()
  if (!entry) return {}
  return Object.fromEntries(fields.flatMap(({ name, ref }) => (ref === entry.type ? [[name, entry.id]] : [])))
}
