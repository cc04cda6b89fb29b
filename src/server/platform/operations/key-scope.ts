// Decides which operations the key of a program may call, besides the access of its account.
import type { ServiceMode } from '#server/platform/database/tables/service-table.ts'
import type { Operation } from '#shared/model/operation-model.ts'

export interface KeyScope {
  readonly mode: ServiceMode
  /** Ids of operations, and names of content types and groups; empty for all. */
  readonly operations: readonly string[]
}

/** What concerns a person, sessions and passwords, roles, and keys themselves: no key calls it. */
const NEVER = new Set(['auth', 'account', 'serviceAccount', 'roleAssignment', 'delegation'])
/** `auth.token` tells a program who it is. */
const ALWAYS = new Set(['auth.token'])
/** The accounts of others, the whole of their numbers, the audit log, where data goes and the configuration: only a key that names them. */
const ONLY_NAMED = new Set(['users', 'webhook', 'audit', 'personal', 'configuration'])

/** Returns true if keys may name the operation in their scope. */
export const mayBeNamed = ({ id }: Pick<Operation, 'id'>): boolean => !NEVER.has(groupOf(id))

/** Returns true if some key may call the operation. */
export const isForKeys = (operation: Pick<Operation, 'id'>): boolean =>
  ALWAYS.has(operation.id) || mayBeNamed(operation)

/** Returns why a key may not make the call; undefined if its scope has it. The account's own access is checked too. */
export function scopeRefusal(
  { mode, operations }: KeyScope,
  { id, writes }: Pick<Operation, 'id' | 'writes'>,
): string | undefined {
  if (ALWAYS.has(id)) return undefined
  const group = groupOf(id)
  if (NEVER.has(group)) return '接口账号不能调用登录、密码和账号管理类接口'
  const isNamed = operations.includes(id) || operations.includes(group)
  if (!isNamed && (operations.length > 0 || ONLY_NAMED.has(group)))
    return `访问密钥的范围不包括接口 ${id}，请联系运营人员`
  return writes && mode === 'read' ? '访问密钥只能读取，不能提交或更改' : undefined
}

const groupOf = (id: string): string => id.split('.', 1)[0] as string
