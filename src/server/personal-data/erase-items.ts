// Erases personal data of a leaving person from items: own items, older versions, copies in child items.
import { type Kysely, sql } from 'kysely'
import { searchVector } from '#server/content/items/item-columns.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { isErased } from '#shared/access/personal-fields.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { takenFrom } from '#shared/model/field-source.ts'

/** In the place of a title that was the person's name. */
export const ANONYMOUS = '已注销用户'

const erasedFields = ({ fields }: ContentType): Field[] =>
  fields.filter((field) => !field.system && isErased(field))

export async function eraseItems(
  transaction: Kysely<Schema>,
  services: Pick<Services, 'model'>,
  ownerId: string,
): Promise<void> {
  const model = services.model()
  for (const type of model.contentTypes) {
    const fields = erasedFields(type)
    if (fields.length > 0) await eraseOwn(transaction, services, type, fields, ownerId)
    await eraseCopies(transaction, model.contentTypes, type, ownerId)
  }
  for (const { id, fields } of model.forms) {
    const names = fields.filter(isErased).map(({ name }) => name)
    if (names.length > 0)
      await sql`update transition_log set answers = answers - ${names}::text[]
        where actor = ${ownerId} and form = ${id} and answers is not null`.execute(transaction)
  }
}

async function eraseOwn(
  transaction: Kysely<Schema>,
  services: Pick<Services, 'model'>,
  type: ContentType,
  fields: readonly Field[],
  ownerId: string,
): Promise<void> {
  const names = fields.map(({ name }) => name)
  const isTitle = names.includes(type.heading)
  const rest = names.filter((name) => name !== type.heading)
  const title = JSON.stringify(isTitle ? { [type.heading]: ANONYMOUS } : {})
  await sql`update left_version set body = left_version.body - ${rest}::text[] || ${title}::jsonb,
      title = ${isTitle ? sql`${ANONYMOUS}::text` : sql`left_version.title`}
    from item where item.id = left_version.item_id and item.owner_id = ${ownerId} and item.type = ${type.name}`.execute(
    transaction,
  )
  const { rows } = await sql<{ id: string; body: Readonly<Record<string, unknown>> }>`
    update item set body = body - ${rest}::text[] || ${title}::jsonb,
      title = ${isTitle ? sql`${ANONYMOUS}::text` : sql`title`}
    where owner_id = ${ownerId} and type = ${type.name} returning id, body`.execute(transaction)
  const plan = findPlan(services.model(), type.name)
  // The search vector contains the words of the fields too.
  if (!plan || !fields.some(({ search }) => search)) return
  for (const { id, body } of rows)
    await sql`update item set search = ${searchVector(plan, body)}::tsvector where id = ${id}`.execute(
      transaction,
    )
}

/** Erases the values that items of others copied from the person's. */
async function eraseCopies(
  transaction: Kysely<Schema>,
  types: readonly ContentType[],
  type: ContentType,
  ownerId: string,
): Promise<void> {
  const copies = new Map<string, string[]>()
  for (const { name, from } of type.fields) {
    const source = takenFrom(type, from)
    const ref = type.fields.find((field) => field.name === source?.by)?.ref
    const target = types.find((one) => one.name === ref)
    if (source?.by === undefined || !target || !erasedFields(target).some((one) => one.name === source.field))
      continue
    copies.set(source.by, [...(copies.get(source.by) ?? []), name])
  }
  for (const [by, names] of copies) {
    const leads = by === type.parent ? sql`parent_id` : sql`body->>${sql.lit(by)}`
    await sql`update item set body = body - ${names}::text[] where type = ${type.name}
      and ${leads} in (select above.id from item above where above.owner_id = ${ownerId})`.execute(
      transaction,
    )
  }
}

/** Removes the person's name from notices to others: those about the person's comments and delegations. */
export async function eraseFromNotices(
  transaction: Kysely<Schema>,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await sql`update notice set title = replace(title, ${name}, ${ANONYMOUS}),
      content = replace(content, ${name}, ${ANONYMOUS})
    where cause in (
      select 'comment:' || comment.id || ':public' from comment where owner_id = ${id}
      union all select event || delegation.id
        from delegation, (values ('delegation.begun:'), ('delegation.ended:')) events (event)
        where user_id = ${id} or delegate_id = ${id})`.execute(transaction)
}
