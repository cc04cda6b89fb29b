// Creates accounts at start: those of demo mode, or one operator with a one-time password.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Services } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { GRANTS, type RoleModel } from '#shared/access/roles.ts'
import { hashPassword } from './passwords.ts'

type Needs = Pick<Services, 'db' | 'roles'>

/** `demo-` and the role; of several the second has a 2 behind. */
function demoAccounts(roles: readonly RoleModel[]) {
  return roles.flatMap(({ name: role, demo }) =>
    demo.map(({ name, form, answers }, index) => ({
      userName: `demo-${role}${index === 0 ? '' : `-${index + 1}`}`,
      name,
      role,
      // The forms' fields are configuration.
      ...(form === undefined ? {} : { form, application: (answers ?? {}) as JsonObject }),
    })),
  )
}

/** Fits no password. */
const NO_PASSWORD = '!'
/** The expiry of a one-time password without an end: no other account could set a new one. */
const NO_END = new Date(Date.UTC(9999, 0, 1))

export function newPassword(): string {
  return randomBytes(12).toString('base64url')
}

/** Makes every demo account exist with `password`, for the demo's single sign-on too where `isLinked`; answers their names. */
export async function ensureDemoAccounts(
  { db, roles }: Needs,
  password: string,
  { isLinked = false } = {},
): Promise<string[]> {
  const accounts = demoAccounts(roles)
  if (accounts.length === 0) return []
  const passwordHash = await hashPassword(password)
  await db
    .insertInto('account')
    .values(
      accounts.map((account) => ({
        id: account.userName,
        ...account,
        passwordHash,
        ssoUser: isLinked ? account.userName : null,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        passwordHash,
        name: eb.ref('excluded.name'),
        ssoUser: eb.ref('excluded.ssoUser'),
        // Of an earlier version of the demo, which had none.
        form: eb.fn.coalesce('account.form', 'excluded.form'),
        application: eb.fn.coalesce('account.application', 'excluded.application'),
      })),
    )
    .execute()
  return accounts.map(({ userName }) => userName)
}

/** Disables the demo accounts of earlier starts outside demo mode. */
export async function retireDemoAccounts({ db, roles }: Needs): Promise<void> {
  const ids = demoAccounts(roles).map(({ userName }) => userName)
  if (ids.length === 0) return
  await db
    .updateTable('account')
    .set({ passwordHash: NO_PASSWORD, ssoUser: null })
    .where('id', 'in', ids)
    .execute()
  await db.deleteFrom('session').where('accountId', 'in', ids).execute()
}

export interface FirstAccount {
  readonly title: string
  readonly userName: string
  readonly password: string
}

/**
 * Creates the first account that manages others, named as its role, where nobody could sign in to such an account;
 * returns null otherwise.
 */
export async function ensureOperator({ db, roles }: Needs): Promise<FirstAccount | null> {
  const managing = roles.filter(({ grants }) => grants.includes(GRANTS.administer))
  const [role] = managing
  if (!role) return null
  const known = await db
    .selectFrom('account')
    .select('id')
    .where(
      'role',
      'in',
      managing.map(({ name }) => name),
    )
    .where('passwordHash', '!=', NO_PASSWORD)
    .executeTakeFirst()
  if (known) return null
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('account')
    .values({
      id: randomUUID(),
      userName: role.name,
      name: role.title,
      role: role.name,
      passwordHash,
      passwordUntil: NO_END,
    })
    .onConflict((conflict) => conflict.column('userName').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows ? { title: role.title, userName: role.name, password } : null
}
