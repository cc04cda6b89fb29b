// Checks that an operator may manage an account: mostly not their own, and none of an auditor.

import type { Call } from '#server/platform/call.ts'
import { GRANTS, rolesWith } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { requireUser } from './read-user.ts'

interface Options {
  /** True where the operation is also allowed on the caller's own account. */
  readonly self?: boolean
}

/** For every operation that changes an account or what belongs to it. Auditors are managed on the server, by command. */
export async function requireManaged(call: Call, id: string, { self = false }: Options = {}) {
  const user = await requireUser(call, id)
  if (id === call.caller?.id && !self)
    throw new Failure('FORBIDDEN', { message: '不能对自己的账号进行此操作' })
  if (!rolesWith(call.services.roles, GRANTS.examine).includes(user.role)) return user
  throw new Failure('FORBIDDEN', {
    message:
      '审核人员的账号不由运营人员管理；人员变动时请新建一个审核人员账号，原账号由系统管理员在服务器上用命令停用',
  })
}
