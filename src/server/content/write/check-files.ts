// Refuses files in an item that its writer did not upload for it; files that the item already has may stay.
import type { Kysely } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { filesNamedIn } from '#shared/addresses/file-address.ts'
import { Failure } from '#shared/calls/errors.ts'
import { FILE_WIDGETS } from '#shared/forms/file-widgets.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Body } from './prepare-body.ts'
import { validateFiles } from './validate-files.ts'

/** Pictures of formatted text are named by their addresses. */
function filesIn({ form }: TypePlan, field: Field, body: Body): string[] {
  const value = body[field.name]
  if (field.type === 'rich-text') return typeof value === 'string' ? filesNamedIn(value) : []
  const isFile =
    field.type === 'image' ||
    field.type === 'image-list' ||
    field.type === 'file-list' ||
    FILE_WIDGETS.has(form.inputs[field.name]?.widget ?? '')
  return isFile ? [value].flat().filter((id): id is string => typeof id === 'string' && id !== '') : []
}

/** `standing`: what the item, and the change that waits beside it, hold already. */
export async function checkFiles(
  { plan, caller, db: own }: Pick<ActionContext, 'plan' | 'caller' | 'db'>,
  body: Body,
  currentBodies: readonly Body[] = [],
  db: Kysely<Schema> = own,
): Promise<void> {
  const named = plan.own.map((field) => {
    const kept = new Set(currentBodies.flatMap((before) => filesIn(plan, field, before)))
    const ids = filesIn(plan, field, body).filter((id) => !kept.has(id))
    return { field: field.name, title: field.title, ids }
  })
  const isOwn = ({ ownerId }: { readonly ownerId: string | null }) =>
    ownerId !== null && ownerId === caller?.id
  const errors = await validateFiles(db, { form: plan.form.id, isOwn }, named)
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}
