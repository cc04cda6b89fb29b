// Owns who may have an uploaded file: its owner, those who examine, and the readers of the item that shows it.
import { sql } from 'kysely'
import { isInAudience } from '../../shared/roles.ts'
import type { Call } from '../call.ts'
import { canRead } from '../content/access.ts'

export interface FileRow {
  readonly id: string
  readonly ownerId: string | null
  readonly form: string
  readonly field: string
  readonly name: string
  readonly kind: string
  readonly size: number
  readonly digest: string
}

const EXAMINERS = ['operator', 'auditor', 'owner'] as const

export async function canHave(file: FileRow, { asker, services }: Call): Promise<boolean> {
  // Nobody can guess the id of a file that waits for its form.
  if (file.ownerId === null || isInAudience(asker, EXAMINERS, file.ownerId)) return true
  const type = services.model().contentTypes.find(({ name }) => name === file.form)
  const field = type?.fields.find(({ name }) => name === file.field)
  if (!type || !field) return false
  if (field.visible && !isInAudience(asker, field.visible, file.ownerId)) return false
  const shown = await services.db
    .selectFrom('item')
    .select(['status', 'ownerId'])
    .where('type', '=', type.name)
    // An operator adds pictures to items of others too; anybody else could only point at what is not his.
    .where((eb) =>
      eb.or([
        eb('ownerId', '=', file.ownerId),
        eb.exists(
          eb
            .selectFrom('account')
            .select('id')
            .where('account.id', '=', file.ownerId)
            .where('role', '=', 'operator'),
        ),
      ]),
    )
    .where(
      field.type === 'rich-text'
        ? sql<boolean>`position(${file.id} in body ->> ${file.field}) > 0`
        : sql<boolean>`body -> ${file.field} @> to_jsonb(${file.id}::text)`,
    )
    .execute()
  return shown.some(({ status, ownerId }) => canRead(type.lifecycle, status, asker, ownerId))
}

/** A paper that not everybody signed in may see: of a registration, or of a field that only some may read. */
export function isPaper({ form, field, ownerId }: FileRow, { services }: Call): boolean {
  if (ownerId === null) return false
  const type = services.model().contentTypes.find(({ name }) => name === form)
  if (!type) return true
  const visible = type.fields.find(({ name }) => name === field)?.visible
  return visible !== undefined && !visible.includes('anyone') && !visible.includes('registered')
}
