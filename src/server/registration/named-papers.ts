// Owns the check that the papers a form names were uploaded for it and belong to nobody else.
import type { Kysely } from 'kysely'
import type { FieldType, FormModel } from '../../shared/content-model.ts'
import type { FieldError } from '../../shared/errors.ts'
import type { Schema } from '../database/schema.ts'
import type { FormBody } from '../validation/judge-form.ts'

const PAPERS = new Set<FieldType>(['file-list', 'image', 'image-list'])

/** Ids of all papers that the answers name. */
export function papersOf(form: FormModel, body: FormBody): string[] {
  return form.fields
    .filter(({ type }) => PAPERS.has(type))
    .flatMap(({ name }) => [body[name]].flat())
    .filter((id): id is string => typeof id === 'string')
}

/** `accountId` is the one that hands the form in again; null for a new one. */
export async function findMissingPapers(
  db: Kysely<Schema>,
  form: FormModel,
  body: FormBody,
  accountId: string | null,
): Promise<FieldError[]> {
  const ids = papersOf(form, body)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('file')
    .select(['id', 'ownerId', 'field'])
    .where('form', '=', form.id)
    .where('id', 'in', ids)
    .execute()
  const usable = new Map(
    rows.filter(({ ownerId }) => ownerId === null || ownerId === accountId).map((row) => [row.id, row.field]),
  )
  return form.fields
    .filter(({ name }) => papersOf(form, { [name]: body[name] }).some((id) => usable.get(id) !== name))
    .map(({ name, title }) => ({ path: `/${name}`, message: `${title}已失效，请重新上传` }))
}
