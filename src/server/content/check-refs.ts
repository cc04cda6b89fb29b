// Owns the refusal of references to items that do not exist or that the writer may not read.
import type { Kysely } from 'kysely'
import { Failure } from '../../shared/errors.ts'
import type { Schema } from '../database/schema.ts'
import { canRead } from './access.ts'
import type { ActionContext } from './action.ts'
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
  const found = new Map(rows.map((row) => [row.id, row]))
  const model = services.model()
  const errors = wanted.flatMap(({ field, ids: refs }) => {
    const type = field.ref ?? String(body[field.refBy ?? ''] ?? '')
    const target = findPlan(model, type)
    const isKnown = refs.every((id) => {
      const row = found.get(id)
      if (!row || !target || row.type !== type) return false
      return canRead(target.type.lifecycle, row.status, asker, row.ownerId)
    })
    return isKnown ? [] : [{ path: `/${field.name}`, message: `${field.title}不存在或已被删除` }]
  })
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}
