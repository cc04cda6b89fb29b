// Erases personal fields of items: of a person who leaves, or whose retention has ended, with versions and copies.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { searchVector } from '#server/content/items/item-columns.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { isErased } from '#shared/access/personal-fields.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { takenFrom } from '#shared/model/field-source.ts'
import type { Model } from '#shared/model/model.ts'

/** In the place of a title that was the person's name. */
export const ANONYMOUS = '已注销用户'

type Needs = Pick<Services, 'model'>

/** What is erased: these fields of those items of the type; `which` is a condition on a row of `item` of that name. */
export interface Erasure {
  readonly type: ContentType
  readonly fields: readonly Field[]
  readonly which: (row: 'item' | 'above') => RawBuilder<unknown>
}

const erasedFieldsOf = ({ fields }: Pick<ContentType, 'fields'>): Field[] =>
  fields.filter((field) => !field.system && isErased(field))

/** Erases what is personal in all items of a person, and what the person filled in with transitions. */
export async function eraseItemsOf(
  transaction: Kysely<Schema>,
  services: Needs,
  ownerId: string,
): Promise<void> {
  const model = services.model()
  const which = (row: string) => sql`${sql.ref(row)}.owner_id = ${ownerId}`
  for (const type of model.contentTypes)
    await eraseFields(transaction, services, { type, fields: erasedFieldsOf(type), which })
  await eraseAnswers(transaction, model, sql`actor = ${ownerId}`)
}

/**
 * Erases the fields wherever they are stored with the items: the item, its title and its search vector, the version that
 * others still read, drafts of edits, and what items of others copied from them. A table that stores versions of items is erased here.
 */
export async function eraseFields(
  transaction: Kysely<Schema>,
  services: Needs,
  erasure: Erasure,
): Promise<void> {
  if (erasure.fields.length === 0) return
  await releaseFiles(transaction, erasure)
  await eraseOwn(transaction, services, erasure)
  await eraseCopies(transaction, services.model(), erasure)
}

/** Erases personal answers to the forms of transitions; `which` is a condition on a row of `transition_log`. */
export async function eraseAnswers(
  transaction: Kysely<Schema>,
  { forms }: Pick<Model, 'forms'>,
  which: RawBuilder<unknown>,
): Promise<void> {
  for (const form of forms) {
    const names = erasedFieldsOf(form).map(({ name }) => name)
    if (names.length > 0)
      await sql`update transition_log set answers = answers - ${names}::text[]
        where ${which} and form = ${form.id} and answers is not null`.execute(transaction)
  }
}

/** The change of a body, without the personal fields, and of a title that is one. */
function strip({ type, fields }: Erasure, table: string) {
  const names = fields.map(({ name }) => name).filter((name) => name !== type.heading)
  const isTitle = names.length < fields.length
  const title = JSON.stringify(isTitle ? { [type.heading]: ANONYMOUS } : {})
  return sql`body = ${sql.ref(table)}.body - ${names}::text[] || ${title}::jsonb,
    title = ${isTitle ? sql`${ANONYMOUS}::text` : sql`${sql.ref(table)}.title`}`
}

async function eraseOwn(transaction: Kysely<Schema>, services: Needs, erasure: Erasure): Promise<void> {
  const { type, fields, which } = erasure
  await sql`update left_version set ${strip(erasure, 'left_version')}
    from item where item.id = left_version.item_id and item.type = ${type.name} and ${which('item')}`.execute(
    transaction,
  )
  await eraseFromVersions(transaction, erasure)
  await eraseFromDrafts(transaction, erasure)
  const { rows } = await sql<{ id: string; body: Readonly<Record<string, unknown>> }>`
    update item set ${strip(erasure, 'item')}
    where item.type = ${type.name} and ${which('item')} returning id, body`.execute(transaction)
  const plan = findPlan(services.model(), type.name)
  // The search vector contains the words of the fields too.
  if (!plan || !fields.some(({ search }) => search)) return
  for (const { id, body } of rows)
    await sql`update item set search = ${searchVector(plan, body)}::tsvector where id = ${id}`.execute(
      transaction,
    )
}

/** In all versions, those of pending changes too. */
async function eraseFromVersions(
  transaction: Kysely<Schema>,
  { type, fields, which }: Erasure,
): Promise<void> {
  const names = fields.map(({ name }) => name).filter((name) => name !== type.heading)
  const theirs = sql`item_id in (select id from item where item.type = ${type.name} and ${which('item')})`
  await dropFromVersions(transaction, theirs, names)
  if (names.length === fields.length) return
  const title = JSON.stringify({ [type.heading]: ANONYMOUS })
  await sql`update item_version set changed = changed || ${title}::jsonb
    where changed ? ${type.heading} and ${theirs}`.execute(transaction)
}

/** In drafts of edits, whose key is the item; the rest of what an editor typed stays. */
async function eraseFromDrafts(transaction: Kysely<Schema>, { type, fields, which }: Erasure): Promise<void> {
  const names = fields.map(({ name }) => name)
  await sql`update draft set body = body - ${names}::text[], revision = revision + 1
    where form = ${type.name} and body ?| ${names}::text[]
      and key in (select id from item where item.type = ${type.name} and ${which('item')})`.execute(
    transaction,
  )
}

async function dropFromVersions(
  transaction: Kysely<Schema>,
  where: RawBuilder<unknown>,
  names: readonly string[],
): Promise<void> {
  await sql`update item_version set changed = changed - ${names}::text[]
    where changed ?| ${names}::text[] and ${where}`.execute(transaction)
}

/** Erases the values that items of others copied. */
async function eraseCopies(
  transaction: Kysely<Schema>,
  { contentTypes }: Pick<Model, 'contentTypes'>,
  { type: source, fields, which }: Erasure,
): Promise<void> {
  const erased = new Set(fields.map(({ name }) => name))
  for (const type of contentTypes) {
    const copies = new Map<string, string[]>()
    for (const { name, from } of type.fields) {
      const taken = takenFrom(type, from)
      const ref = type.fields.find((field) => field.name === taken?.by)?.ref
      if (taken?.by === undefined || ref !== source.name || !erased.has(taken.field)) continue
      copies.set(taken.by, [...(copies.get(taken.by) ?? []), name])
    }
    for (const [by, names] of copies) {
      const leads = by === type.parent ? sql`parent_id` : sql`body->>${sql.lit(by)}`
      const copying = sql`type = ${type.name}
        and ${leads} in (select above.id from item above where above.type = ${source.name} and ${which('above')})`
      await dropFromVersions(transaction, sql`item_id in (select id from item where ${copying})`, names)
      await sql`update item set body = body - ${names}::text[] where ${copying}`.execute(transaction)
    }
  }
}

const UPLOADED: ReadonlySet<Field['type']> = new Set(['image', 'image-list', 'file-list'])
export const FILE_ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The sweep of files looks again whether anything names the files of the erased fields, and deletes them otherwise. */
async function releaseFiles(transaction: Kysely<Schema>, { type, fields, which }: Erasure): Promise<void> {
  const uploads = fields.filter((field) => UPLOADED.has(field.type))
  if (uploads.length === 0) return
  const values = uploads.map(({ name }) => sql`item.body->${sql.lit(name)}`)
  const { rows } = await sql<{ files: unknown }>`
    select jsonb_build_array(${sql.join(values)}) as files from item
    where item.type = ${type.name} and ${which('item')}`.execute(transaction)
  const ids = rows.flatMap(({ files }) => JSON.stringify(files).match(FILE_ID) ?? [])
  if (ids.length > 0)
    await transaction.updateTable('file').set({ attached: false }).where('id', 'in', ids).execute()
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
