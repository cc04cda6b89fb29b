// Deletes an account: no personal data remain, items that others answered to stay, with the files that they show.

import { type Kysely, sql } from 'kysely'
import { forgetChanges } from '#server/configuration/migration/forget-changes.ts'
import { isOpenRow } from '#server/content/fields/open-states.ts'
import { findOpenCases, type OpenCase } from '#server/content/workflow/open-cases.ts'
import { retireItems } from '#server/content/workflow/retire-items.ts'
import { settle, transact } from '#server/content/write/write.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { requireOwnPassword } from '#server/identity/accounts/require-own-account.ts'
import { updateEntry } from '#server/identity/directory/update-entry.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { dropImports } from '#server/transfer/import/import-store.ts'
import type { Caller } from '#shared/access/roles.ts'
import { GRANTS, grantsOf, isGranted, isOnlyReader } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isOpen } from '#shared/lifecycles/lifecycle.ts'
import type { Model } from '#shared/model/model.ts'
import { ANONYMOUS, eraseFromNotices, eraseItemsOf } from './erase-items.ts'
import { personalTables } from './tables/personal-tables.ts'

/** As many are named; the others are counted. */
const NAMED = 5

/** Throws `WRONG_STATE`. */
async function refuseRunning(
  transaction: Kysely<Schema>,
  model: Model,
  caller: NonNullable<Caller>,
): Promise<void> {
  const { total, first } = await findOpenCases(transaction, model, caller, NAMED)
  if (total === 0) return
  const more = total > first.length ? `；另有 ${total - first.length} 项，请在个人中心查看` : ''
  throw new Failure('WRONG_STATE', {
    message: `您还有 ${total} 项与他人共同办理的事项尚未办结，注销后无人接续，暂时不能注销账号：${first.map(describeCase).join('；')}${more}。办结或退出这些事项后，可以再次申请注销`,
  })
}

const describeCase = ({ plan, row, steps, ending }: OpenCase): string => {
  const { type } = plan
  const state = type.lifecycle.states[row.status]?.title ?? row.status
  const first =
    steps.length > 0
      ? `请先办理${steps.map((step) => `“${step}”`).join('或')}`
      : ending
        ? `请先${ending}`
        : '请等对方办理，或请对方解除'
  return `${type.title}“${row.title}”（${state}，${first}）`
}

/** Fits no password. */
const NO_PASSWORD = '!'

export async function deleteAccount(
  call: Call,
  sessions: Sessions,
  files: FileStore,
): Promise<{ readonly notice: string }> {
  const { services } = call
  const { password } = bodyOf<'account.remove'>(call)
  const { id, role, name, mobile } = await requireOwnPassword(call, password, 'password')
  const account = { id, role, grants: grantsOf(services.roles, role) }
  if (isGranted(account, GRANTS.administer, GRANTS.examine))
    throw new Failure('FORBIDDEN', {
      message: isOnlyReader(account)
        ? '审核账号不能自行注销，请由系统管理员停用'
        : '管理账号不能自行注销，请由其他运营人员停用',
    })
  const { deletedFileIds, items, kept } = await transact(services, async (scope) => {
    const transaction = scope.db
    await transaction
      .updateTable('account')
      .set({
        userName: `deleted-${id}`,
        name: ANONYMOUS,
        passwordHash: NO_PASSWORD,
        status: ACCOUNT.deleted,
        mobile: null,
        idCard: null,
        ssoUser: null,
        ownRole: null,
        application: null,
        sensitiveConsent: null,
        refusal: null,
        blackReason: null,
        blockReason: null,
        supplementDigest: null,
        updatedAt: services.clock(),
      })
      .where('id', '=', id)
      .execute()
    await refuseRunning(transaction, services.model(), account)
    await forgetChanges(transaction, id)
    await eraseItemsOf(transaction, services, id)
    await eraseFromNotices(transaction, { id, name })
    if (mobile !== null) await transaction.deleteFrom('smsCode').where('mobile', '=', mobile).execute()
    for (const [table, { deletedWith = [] }] of personalTables())
      for (const column of deletedWith)
        await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(transaction)
    await dropImports(transaction, id)
    await updateEntry({ ...call, ...scope }, id)
    await transaction.updateTable('account').set({ directoryId: null }).where('id', '=', id).execute()
    const items = await retireItems({ ...call, ...scope }, id)
    await auditAccountAction(call, { action: 'account.remove', detail: { items } }, transaction)
    for (const { name } of services.model().contentTypes) scope.touched.add(name)
    await settle(scope, services, [])
    const kept = await countPublic(transaction, services.model(), id)
    return { deletedFileIds: await dropFilesOf(transaction, services.model(), id), items, kept }
  })
  // Files without a row belong to nobody; files that cannot be removed now are swept later.
  await Promise.all(deletedFileIds.map((file) => files.remove(file).catch(() => undefined)))
  await sessions.endAll(id)
  return { notice: toNotice({ files: deletedFileIds.length, items, kept }) }
}

/** Counts the public items, which stay because others may have answered to them. */
async function countPublic(transaction: Kysely<Schema>, model: Model, ownerId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from item
    where owner_id = ${ownerId} and ${sql.raw(isOpenRow(model, 'item'))}`.execute(transaction)
  return rows[0]?.total ?? 0
}

interface DeletionResult {
  readonly files: number
  /** The deleted items, which nobody had decided about. */
  readonly items: number
  readonly kept: number
}

function toNotice({ files, items, kept }: DeletionResult): string {
  const deleted = [
    '账号与个人信息',
    ...(files > 0 ? [`${files} 个文件`] : []),
    ...(items > 0 ? [`${items} 项未办结的内容`] : []),
  ]
  const rest = kept > 0 ? `；已公开的 ${kept} 项内容保留，署名改为“${ANONYMOUS}”` : ''
  return `已删除${deleted.join('、')}${rest}。`
}

/** In the transaction that ends the account, after its items were stripped; answers whose bytes to remove afterwards. */
async function dropFilesOf(db: Kysely<Schema>, model: Model, ownerId: string): Promise<string[]> {
  const files = await db.selectFrom('file').select('id').where('ownerId', '=', ownerId).execute()
  if (files.length === 0) return []
  const items = await db
    .selectFrom('item')
    .select(['type', 'status', 'body'])
    .where('ownerId', '=', ownerId)
    .execute()
  const shown = items
    .filter(({ type, status }) => isPublic(model, type, status))
    .map(({ body }) => JSON.stringify(body))
  const deletedIds = files.map(({ id }) => id).filter((id) => !shown.some((text) => text.includes(id)))
  if (deletedIds.length > 0) await db.deleteFrom('file').where('id', 'in', deletedIds).execute()
  return deletedIds
}

function isPublic(model: Model, type: string, status: string): boolean {
  const lifecycle = model.contentTypes.find(({ name }) => name === type)?.lifecycle
  return lifecycle !== undefined && isOpen(lifecycle, status)
}
