// Owns the accounts that a start creates: those of demo mode, or one operator with a one-time password.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Role } from '../../shared/roles.ts'
import type { JsonObject, Schema } from '../database/schema.ts'
import answers from './demo-answers.json' with { type: 'json' }
import { hashPassword } from './passwords.ts'

type Db = Kysely<Schema>

const DEMO: readonly (readonly [string, string, Role])[] = [
  ['demo-ordinary', '示例普通用户', 'ordinary'],
  ['demo-supplier', '示例江海排水设备有限公司', 'supplier'],
  ['demo-expert', '示例专家', 'expert'],
  ['demo-rescue', '示例救援队员', 'rescue'],
  ['demo-rescueForces', '示例排水抢险应急队', 'rescueForces'],
  ['demo-manageOrg', '示例市应急管理局', 'manageOrg'],
  ['demo-science', '示例水利科学研究院', 'science'],
  ['demo-fireControl', '示例消防救援支队', 'fireControl'],
  ['demo-unit', '示例采购单位', 'unit'],
  ['demo-operator', '示例运营人员', 'operator'],
  // Nobody approves his own item: what one operator publishes, the other judges.
  ['demo-operator-2', '示例运营人员（二）', 'operator'],
  ['demo-auditor', '示例审核人员', 'auditor'],
  ['demo-government', '示例市应急管理局', 'government'],
]

/** What was filled in for those demo accounts that a form creates, by user name; the forms' fields are configuration. */
const ANSWERS: Readonly<Record<string, { readonly form: string; readonly application: JsonObject }>> = answers

/** Fits no password. */
const NO_PASSWORD = '!'
const OPERATOR = 'operator'
/** A one-time password without an end: nobody else could set another. */
const NO_END = new Date(Date.UTC(9999, 0, 1))

export function newPassword(): string {
  return randomBytes(12).toString('base64url')
}

/** Makes every demo account exist with `password`, for the demo's single sign-on too where `isLinked`; answers their names. */
export async function ensureDemoAccounts(
  db: Db,
  password: string,
  { isLinked = false } = {},
): Promise<string[]> {
  const passwordHash = await hashPassword(password)
  await db
    .insertInto('account')
    .values(
      DEMO.map(([userName, name, role]) => ({
        id: userName,
        userName,
        name,
        role,
        passwordHash,
        ssoUser: isLinked ? userName : null,
        ...ANSWERS[userName],
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
  return DEMO.map(([userName]) => userName)
}

/** Outside demo mode nobody signs in with a demo account of an earlier start. */
export async function retireDemoAccounts(db: Db): Promise<void> {
  const ids = DEMO.map(([id]) => id)
  await db
    .updateTable('account')
    .set({ passwordHash: NO_PASSWORD, ssoUser: null })
    .where('id', 'in', ids)
    .execute()
  await db.deleteFrom('session').where('accountId', 'in', ids).execute()
}

/** Creates the first operator where nobody could sign in as one; answers the one-time password, or null. */
export async function ensureOperator(db: Db): Promise<string | null> {
  const known = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'operator')
    .where('passwordHash', '!=', NO_PASSWORD)
    .executeTakeFirst()
  if (known) return null
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('account')
    .values({
      id: randomUUID(),
      userName: OPERATOR,
      name: '运营人员',
      role: 'operator',
      passwordHash,
      passwordUntil: NO_END,
    })
    .onConflict((conflict) => conflict.column('userName').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows ? password : null
}
