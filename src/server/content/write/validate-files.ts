// Owns the one verdict on files that answers name: whether who hands them in uploaded each for this very field.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { FieldError } from '#shared/calls/errors.ts'

export interface NamedFiles {
  readonly field: string
  readonly title: string
  readonly ids: readonly string[]
}

export interface StoredFile {
  readonly ownerId: string | null
  readonly visitor: string | null
}

interface Occasion {
  /** The form they were uploaded for. */
  readonly form: string
  /** Whether a file is of who hands it in, or nobody's yet and his to take. */
  readonly isOwn: (file: StoredFile) => boolean
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
    // What is another's is told only as far as whoever knows the id knows it already.
    if (found.some((row) => row && !isOwn(row)))
      return [{ path: `/${field}`, message: `${title}中有已用于其他资料或不是由您上传的文件，请重新上传` }]
    return []
  })
}
