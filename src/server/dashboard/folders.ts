// Handles the folders in which a person keeps collected items.
import { type Kysely, sql } from 'kysely'
import { isOpenRow } from '#server/content/fields/open-states.ts'
import type { Call } from '#server/platform/call.ts'
import { fieldsOf } from '#server/platform/calls/body-of.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'

const MAX_FOLDERS = 50

export async function listFolders(call: Call): Promise<Paged<unknown>> {
  return readPage(call, {
    columns: sql`folder.id, folder.name, folder.created_at,
      (select count(*)::int from reaction join item on item.id = reaction.target_id
        where reaction.folder_id = folder.id and ${sql.raw(isOpenRow(call.services.model(), 'item'))}) as item_count`,
    from: sql`from collect_folder folder where folder.user_id = ${requireSignedIn(call.caller).id}`,
    order: sql`folder.name`,
  })
}

function readName(call: Call): string | undefined {
  const name = tidyPlainText(readText(fieldsOf(call), 'reason') ?? '')
  return name === '' ? undefined : name
}

export async function renameFolder(call: Call): Promise<unknown> {
  const { services } = call
  const userId = requireSignedIn(call.caller).id
  const [id, name] = [readText(fieldsOf(call), 'id') ?? '', readName(call)]
  if (name === undefined) throw refused('请填写收藏夹名称')
  return services.db.transaction().execute(async (transaction) => {
    await lockFolders(transaction, userId)
    const same = await findFolder(transaction, userId, name)
    if (same !== undefined && same !== id) throw refused(`已经有名为“${name}”的收藏夹`)
    const { numUpdatedRows } = await transaction
      .updateTable('collectFolder')
      .set({ name })
      .where((eb) => eb.and({ userId, id }))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Failure('NOT_FOUND')
    return { id, name }
  })
}

/** Deletes a folder; its items stay collected. */
export async function removeFolder(call: Call): Promise<unknown> {
  const userId = requireSignedIn(call.caller).id
  const id = readText(fieldsOf(call), 'id') ?? ''
  const { numDeletedRows } = await call.services.db
    .deleteFrom('collectFolder')
    .where((eb) => eb.and({ userId, id }))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Failure('NOT_FOUND')
  return { id }
}

/** One collected item by `dataId`, several by `ids`; into the folder of that name, or out of any without one. */
export async function moveToFolder(call: Call): Promise<unknown> {
  const { services } = call
  const userId = requireSignedIn(call.caller).id
  const { dataId, ids = [] } = fieldsOf(call) as { dataId?: string; ids?: readonly string[] } // by the schema
  const named = [...new Set([...ids, ...(dataId === undefined ? [] : [dataId])])]
  if (named.length === 0)
    throw new Failure('BAD_INPUT', { errors: [{ path: '/ids', message: '请先选择收藏的内容' }] })
  const name = readName(call)
  return services.db.transaction().execute(async (transaction) => {
    const folderId =
      name === undefined ? null : await requireFolder(transaction, userId, name, services.clock())
    const { numUpdatedRows } = await transaction
      .updateTable('reaction')
      .set({ folderId })
      .where((eb) => eb.and({ userId, kind: 'collect', targetKind: 'item' }))
      .where('targetId', 'in', named)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new Failure('NOT_FOUND', { message: '这项内容不在您的收藏中，请刷新后再试' })
    return { moved: Number(numUpdatedRows), folder: name ?? null }
  })
}

async function requireFolder(
  transaction: Kysely<Schema>,
  userId: string,
  name: string,
  createdAt: Date,
): Promise<string> {
  const count = await lockFolders(transaction, userId)
  const known = await findFolder(transaction, userId, name)
  if (known !== undefined) return known
  if (count >= MAX_FOLDERS) throw refused(`收藏夹最多 ${MAX_FOLDERS} 个，请先删除不用的收藏夹`)
  const id = newId(createdAt)
  await transaction.insertInto('collectFolder').values({ id, userId, name, createdAt }).execute()
  return id
}

/** One after the other, so that two of one name never come about; answers how many there are. */
async function lockFolders(transaction: Kysely<Schema>, userId: string): Promise<number> {
  await sql`select id from account where id = ${userId} for update`.execute(transaction)
  const { total } = await transaction
    .selectFrom('collectFolder')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

async function findFolder(db: Kysely<Schema>, userId: string, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('collectFolder')
    .select('id')
    .where((eb) => eb.and({ userId, name }))
    .executeTakeFirst()
  return row?.id
}

function refused(message: string): Failure {
  return new Failure('BAD_INPUT', { errors: [{ path: '/reason', message }] })
}
