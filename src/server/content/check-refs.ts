// Owns the refusal of references to items that do not exist or that the writer may not read.
import { type Kysely, sql } from 'kysely'
import { Failure } from '../../shared/errors.ts'
import type { Schema } from '../database/schema.ts'
import { canRead } from './access.ts'
import type { ActionContext } from './action.ts'
import { loadRow } from './item-row.ts'
import type { Body } from './prepare-body.ts'
import { findPlan } from './type-plan.ts'

export async function checkRefs(
  context: ActionContext,
  body: Body,
  db: Kysely<Schema> = context.db,
): Promise<void> {
  const { plan, services, asker } = context
  const wanted = plan.refs.map((field) => ({ field, ids: [body[field.name] ?? []].flat() as string[] }))
  const ids = wanted.flatMap((entry) => entry.ids)
  if (ids.length === 0) return
  const rows = await db
    .selectFrom('item')
    .select(['id', 'type', 'status', 'ownerId'])
    .where('id', 'in', ids)
    .execute()
  const model = services.model()
  const readable = new Set<string>()
  for (const row of rows) {
    const target = findPlan(model, row.type)
    if (!target) continue
    const whole = target.relations.areScoped ? await loadRow(db, target, sql`id = ${row.id}`) : row
    if (whole && canRead(target.type, whole, asker)) readable.add(`${row.type}/${row.id}`)
  }
  const errors = wanted.flatMap(({ field, ids: refs }) => {
    const type = field.ref ?? String(body[field.refBy ?? ''] ?? '')
    const isKnown = refs.every((id) => readable.has(`${type}/${id}`))
    return isKnown ? [] : [{ path: `/${field.name}`, message: `${field.title}不存在或已被删除` }]
  })
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}
