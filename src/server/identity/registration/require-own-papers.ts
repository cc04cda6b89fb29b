// Checks that the documents a form names were uploaded for it and belong to nobody else.
import type { Kysely } from 'kysely'
import { type UploadedFile, validateFiles } from '#server/content/write/validate-references.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { FormBody } from '#server/platform/validation/validate-form.ts'
import type { FieldError } from '#shared/calls/errors.ts'
import type { FieldType, FormModel } from '#shared/model/content-model.ts'

const PAPERS = new Set<FieldType>(['file-list', 'image', 'image-list'])

/** Ids of all papers that the answers name. */
export function papersOf(form: FormModel, body: FormBody): string[] {
  return form.fields
    .filter(({ type }) => PAPERS.has(type))
    .flatMap(({ name }) => [body[name]].flat())
    .filter((id): id is string => typeof id === 'string')
}

/** The person who submits the form. */
export interface Submitter {
  /** The account that does it again; null for a new one. */
  readonly accountId: string | null
  /** Digests of the browser's keys. */
  readonly visitors: readonly string[]
}

export function findMissingPapers(
  db: Kysely<Schema>,
  form: FormModel,
  body: FormBody,
  { accountId, visitors }: Submitter,
): Promise<FieldError[]> {
  // Files uploaded before browsers were distinguished have no visitor.
  const isOwn = (file: UploadedFile) =>
    file.ownerId === null
      ? file.visitor === null || visitors.includes(file.visitor)
      : file.ownerId === accountId
  const named = form.fields.map(({ name, title }) => ({
    field: name,
    title,
    ids: papersOf(form, { [name]: body[name] }),
  }))
  return validateFiles(db, { form: form.id, isOwn }, named)
}
