// Owns the deletion of an account: nothing that points to the person is left, what others answered to stays.

import { Failure } from '../../shared/errors.ts'
import { GRANTS, grantsOf, isGranted, isOnlyReader } from '../../shared/roles.ts'
import { ACCOUNT } from '../accounts/account-status.ts'
import { auditDeed } from '../accounts/audit-own.ts'
import { requireOwnPassword } from '../accounts/require-own-account.ts'
import { bumpVersion } from '../cache/content-versions.ts'
import type { Call } from '../call.ts'
import { retireItems } from '../content/retire-items.ts'
import { keepEntry } from '../directory/keep-entry.ts'
import type { FileStore } from '../files/file-store.ts'
import { dropFilesOf } from '../files/remove-account-files.ts'
import { forgetChanges } from '../gate/forget-changes.ts'
import { dropImports } from '../import/import-store.ts'
import { bodyOf } from '../operations/body-of.ts'
import type { Sessions } from '../session/sessions.ts'
import { ANONYMOUS, eraseFromNotices, eraseItems } from './erase-items.ts'
import { refuseRunning } from './refuse-running.ts'

/** Fits no password. */
const NO_PASSWORD = '!'

export async function deleteAccount(call: Call, sessions: Sessions, files: FileStore): Promise<null> {
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
  const types = services.model().contentTypes
  const gone = await services.db.transaction().execute(async (transaction) => {
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
    await eraseItems(transaction, services, id)
    await eraseFromNotices(transaction, { id, name })
    if (mobile !== null) await transaction.deleteFrom('smsCode').where('mobile', '=', mobile).execute()
    for (const table of [
      'draft',
      'reaction',
      'idempotency',
      'searchRecord',
      'notice',
      'noticeSetting',
      'viewRecord',
      'collectFolder',
      'follow',
      'followDigest',
      'delegation',
    ] as const)
      await transaction.deleteFrom(table).where('userId', '=', id).execute()
    await transaction.deleteFrom('delegation').where('delegateId', '=', id).execute()
    await transaction.deleteFrom('messageCopy').where('userId', '=', id).execute()
    await transaction.deleteFrom('delivery').where('accountId', '=', id).execute()
    await dropImports(transaction, id)
    await transaction.deleteFrom('pendingVersion').where('author', '=', id).execute()
    await transaction.deleteFrom('session').where('accountId', '=', id).execute()
    await keepEntry(transaction, call, id)
    await transaction.updateTable('account').set({ directoryId: null }).where('id', '=', id).execute()
    const items = await retireItems(transaction, call, types, id)
    await auditDeed(call, { action: 'account.remove', detail: { items } }, transaction)
    for (const { name } of types) await bumpVersion(transaction, name)
    return dropFilesOf(transaction, services.model(), id)
  })
  // Bytes without a row are nobody's; what cannot be removed now is swept later.
  await Promise.all(gone.map((file) => files.remove(file).catch(() => undefined)))
  for (const { name } of types) services.cache.changed(name)
  await sessions.endAll(id)
  return null
}
