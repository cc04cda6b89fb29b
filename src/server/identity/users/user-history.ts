// Builds the history of an account in words from the audit log.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const MAX_ENTRIES = 50

/** The actions that matter to an examiner; sign-ins and the like are left out. */
const TITLES: Readonly<Record<string, string>> = {
  'auth.register': '提交注册申请',
  'auth.supplement': '修改后重新提交',
  'users.create': '创建账号',
  'users.approve': '通过注册申请',
  'users.refuse': '退回注册申请',
  'users.block': '停用账号',
  'users.unblock': '恢复账号',
  'users.blacken': '列入黑名单',
  'users.whiten': '移出黑名单',
  'users.resetPassword': '重设密码',
  'users.region': '更改地区',
  'users.endSessions': '退出所有设备',
  'roleAssignment.give': '授予角色',
  'roleAssignment.confirm': '确认授权',
  'roleAssignment.refuse': '不同意授权',
  'roleAssignment.end': '收回角色',
  'serviceAccount.create': '创建接口账号',
  'serviceAccount.renewKey': '更换访问密钥',
  'serviceAccount.revoke': '停用访问密钥',
}

export interface UserHistoryEntry {
  readonly at: string
  readonly actor: string | null
  readonly action: string
  readonly reason: string | null
}

export async function loadUserHistory(db: Kysely<Schema>, accountId: string): Promise<UserHistoryEntry[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.actor')
    .select(['audit.at', 'audit.action', 'audit.detail', 'account.name'])
    .where('audit.target', '=', accountId)
    .where('audit.result', '=', 'ok')
    .where('audit.action', 'in', Object.keys(TITLES))
    .orderBy('audit.id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return rows.map(({ at, action, detail, name }) => ({
    at: at.toISOString(),
    actor: name,
    action: TITLES[action] ?? action,
    reason: typeof detail?.reason === 'string' ? detail.reason : null,
  }))
}
