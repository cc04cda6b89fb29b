// Defines the states of an account and their Chinese titles.

/**
 * The stored names of the states of an account. They belong to the program, not to a lifecycle. Only an active
 * account has sessions.
 *
 * @example
 * const rows = await db.selectFrom('account').select('id').where('status', '=', ACCOUNT.active).execute()
 */
export const ACCOUNT = {
  waiting: 'pending',
  active: 'active',
  refused: 'refused',
  blocked: 'blocked',
  deleted: 'deleted',
} as const

/** Only an active account has sessions. A refused account may be corrected and submitted again. */
export const ACCOUNT_STATUS_TITLES = {
  pending: '待审核',
  active: '正常',
  refused: '未通过',
  blocked: '已停用',
  deleted: '已注销',
} as const

export type AccountStatus = keyof typeof ACCOUNT_STATUS_TITLES

export const ACCOUNT_STATUSES = Object.keys(ACCOUNT_STATUS_TITLES) as AccountStatus[]
