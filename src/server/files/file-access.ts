// Decides who may read an uploaded file: owner, examiners, readers of its item, both parties of a message.
import { type RawBuilder, sql } from 'kysely'
import { canRead, type Read, readsAsItStands } from '#server/content/access/access.ts'
import { quote } from '#server/content/fields/field-expression.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { isFileOfPreview } from '#server/content/previews/preview-links.ts'
import type { Call } from '#server/platform/call.ts'
import { alwaysOf } from '#shared/access/field-read-access.ts'
import { decideFor, member, type Policy, sees } from '#shared/access/policy.ts'
import { GRANTS, isForMembers, isGranted, isInAudience, rolesWith } from '#shared/access/roles.ts'
import { staffOf } from '#shared/lifecycles/lifecycle.ts'
import { CHAT_UPLOAD_FORM, carriesFile, isInChat } from './message-access.ts'

export interface FileRow {
  readonly id: string
  readonly ownerId: string | null
  readonly visitor: string | null
  readonly form: string
  readonly field: string
  readonly name: string
  readonly kind: string
  readonly size: number
  readonly digest: string
  /** The alternative text of a picture. */
  readonly alt?: string | null
  /** The focus of a picture, which cropping keeps, in hundredths from the left and the top. */
  readonly focusX?: number | null
  readonly focusY?: number | null
}

export async function canHave(file: FileRow, { caller, services, request }: Call): Promise<boolean> {
  // A file that waits for its form is readable only in the browser that uploaded it.
  if (file.form === CHAT_UPLOAD_FORM) return caller !== null && (await isInChat(services.db, file, caller.id))
  if (file.ownerId === null) return file.visitor !== null && request.visitor.all().includes(file.visitor)
  if (isGranted(caller, GRANTS.moderate, GRANTS.examine) || isInAudience(caller, ['owner'], file)) return true
  const plan = findPlan(services.model(), file.form)
  const field = plan?.byName.get(file.field)
  // Editors and reviewers read each other's texts before they are public, and changes that wait beside public ones.
  const staff = plan ? staffOf(plan.type.lifecycle) : []
  if (isInAudience(caller, staff)) return true
  // A file outside content is attached to a message, or is a document of its owner.
  if (!plan || !field) return caller !== null && carriesFile(services.db, caller.id, file)
  const holdsFile = (body: string) =>
    field.type === 'rich-text'
      ? sql`position(${file.id} in ${sql.ref(body)} ->> ${file.field}) > 0`
      : sql`${sql.ref(body)} -> ${file.field} @> to_jsonb(${file.id}::text)`
  const { columns, partners } = plan.relations
  /** Those whose roles have a scope read the files of the items in it. */
  const isInScopeOf = async (policy: Policy) => {
    const within = plan.relations.where(decideFor(policy, caller, { type: plan.type.name }))
    const { rows } = await sql`select from item where type = ${sql.raw(quote(plan.type.name))} and ${within}
      and (${holdsFile('item.body')} or exists (select from pending_version change
        where change.item_id = item.id and ${holdsFile('change.body')})) limit 1`.execute(services.db)
    return rows.length > 0
  }
  const writers = [...rolesWith(services.roles, GRANTS.moderate), ...staff]
  const load = async (isHeld: RawBuilder<unknown>): Promise<readonly Read[]> => {
    const { rows } = await sql<Read>`
      select type, status, owner_id ${sql.raw(columns + partners)} from item
      where type = ${sql.raw(quote(plan.type.name))} and ${isHeld}
        -- The staff adds pictures to items of others too, which stay when a role is taken away; anybody else could only
        -- point at what is not his.
        and (owner_id = ${file.ownerId}
          or exists (select 1 from account where account.id = ${file.ownerId} and account.role = any(${writers}::text[]))
          or exists (select 1 from role_assignment given where given.account_id = ${file.ownerId}
            and given.role = any(${writers}::text[]) and given.state in ('active', 'revoked')))`.execute(
      services.db,
    )
    return rows.filter(
      (item) =>
        canRead(plan.type, item, caller) &&
        (field.visible === undefined || sees(caller, field.visible, item)),
    )
  }
  if (caller?.assigned && (await isInScopeOf(member(staff)))) return true
  const shown = await load(holdsFile('item.body'))
  if (shown.some((item) => readsAsItStands(plan.type, item, caller))) return true
  if (await isFileOfPreview(services, request.preview?.digest(), file)) return true
  if (partners === '') return false
  const left = await load(
    sql`exists (select from left_version kept where kept.item_id = item.id and ${holdsFile('kept.body')})`,
  )
  return left.some((item) => !readsAsItStands(plan.type, item, caller))
}

/** A paper that not everybody signed in may see: of a registration, or of a field that only some may read. */
export function isPaper({ form, field, ownerId }: FileRow, { services }: Call): boolean {
  if (ownerId === null) return false
  const type = services.model().contentTypes.find(({ name }) => name === form)
  if (!type) return true
  const visible = type.fields.find(({ name }) => name === field)?.visible
  return visible !== undefined && !visible.includes('anyone') && !isForMembers(alwaysOf(visible))
}
