// Checks that a submitter uploaded each named file for this very field.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { FieldError } from '#shared/calls/errors.ts'

export interface NamedFiles {
  readonly field: string
  readonly title: string
  readonly ids: readonly string[]
}

export interface UploadedFile {
  readonly ownerId: string | null
  readonly visitor: string | null
}

interface Occasion {
  /** The form they were uploaded for. */
  readonly form: string
  /** Returns true if the file belongs to the submitter, or to nobody yet and the submitter may use it. */
  readonly isOwn: (file: UploadedFile) => boolean
}

/** One error for each field that names a file which is lost, another's, or was uploaded for something else. */
export async function validateFiles(
  db: Kysely<Schema>,
  { form, isOwn }: Occasion,
  named: readonly NamedFiles[],
): Promise<FieldError[]> {
  const ids = named.flatMap((one) => one.ids)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('file')
    .select(['id', 'ownerId', 'visitor', 'form', 'field'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  return named.flatMap(({ field, title, ids: wanted }) => {
    const found = wanted.map((id) => known.get(id))
    const fits = (row: (typeof found)[number]) => row?.form === form && row.field === field
    if (found.some((row) => !fits(row))) return [{ path: `/${field}`, message: `${title}已失效，请重新上传` }]
    // The message on another person's file reveals no more than its id does.
    if (found.some((row) => row && !isOwn(row)))
      return [{ path: `/${field}`, message: `${title}中有已用于其他资料或不是由您上传的文件，请重新上传` }]
    return []
  })
}
