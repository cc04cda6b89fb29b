// Owns the accounts that own samples; where they do not exist yet they are made without a usable password.
import type { Kysely } from 'kysely'
import { openRole, type RoleModel } from '../../shared/roles.ts'
import type { Schema } from '../database/schema.ts'

/** No argon2id digest looks like this, so nobody can sign in. */
const NO_PASSWORD = '!'

/** Ids by user name. */
export async function ensureAccounts(
  db: Kysely<Schema>,
  roles: readonly RoleModel[],
  userNames: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userNames.length === 0) return new Map()
  await db
    .insertInto('account')
    .values(userNames.map((userName) => toAccount(roles, userName)))
    .onConflict((conflict) => conflict.column('userName').doNothing())
    .execute()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'userName'])
    .where('userName', 'in', userNames)
    .execute()
  return new Map(rows.map(({ id, userName }) => [userName, id]))
}

function toAccount(roles: readonly RoleModel[], userName: string) {
  const role = roles.find(({ name }) => userName.endsWith(`-${name}`)) ?? openRole(roles)
  return {
    // The id that demo mode gives this account, should it be switched on later.
    id: userName,
    userName,
    passwordHash: NO_PASSWORD,
    role: role?.name ?? '',
    name: `示例${role?.title ?? '账号'}`,
  }
}
