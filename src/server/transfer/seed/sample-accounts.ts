// Creates the accounts that own samples or stand for a directory entry, without a usable password.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { openRole, type RoleModel } from '#shared/access/roles.ts'
import type { Sample } from './sample.ts'

/** No argon2id digest looks like this, so nobody can sign in. */
const NO_PASSWORD = '!'

/** The directory entry that an account stands for. */
export interface SampleEntry {
  readonly id: string
  readonly title: string
}

/** Entries by the user name of the account that speaks for them. */
export function entriesOf(
  types: readonly { readonly name: string; readonly heading: string }[],
  samples: readonly (readonly [type: string, rows: readonly Sample[]])[],
): ReadonlyMap<string, SampleEntry> {
  return new Map(
    samples.flatMap(([name, rows]) => {
      const heading = types.find((type) => type.name === name)?.heading ?? ''
      return rows.flatMap(({ _account, _id, [heading]: title }) =>
        _account === undefined || _id === undefined
          ? []
          : [[_account, { id: _id, title: String(title) }] as const],
      )
    }),
  )
}

/** Ids by user name. */
export async function ensureAccounts(
  db: Kysely<Schema>,
  roles: readonly RoleModel[],
  userNames: readonly string[],
  entries: ReadonlyMap<string, SampleEntry> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  if (userNames.length === 0) return new Map()
  await db
    .insertInto('account')
    .values(userNames.map((userName) => toAccount(roles, userName, entries.get(userName))))
    .onConflict((conflict) => conflict.column('userName').doNothing())
    .execute()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'userName'])
    .where('userName', 'in', userNames)
    .execute()
  return new Map(rows.map(({ id, userName }) => [userName, id]))
}

function toAccount(roles: readonly RoleModel[], userName: string, entry: SampleEntry | undefined) {
  const role = roles.find(({ name }) => userName.endsWith(`-${name}`)) ?? openRole(roles)
  return {
    // The id that demo mode gives this account, should it be switched on later.
    id: userName,
    userName,
    passwordHash: NO_PASSWORD,
    role: role?.name ?? '',
    name: entry?.title ?? `示例${role?.title ?? '账号'}`,
    directoryId: entry?.id ?? null,
  }
}
