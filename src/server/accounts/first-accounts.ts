// Owns the accounts that the first start creates: those of demo mode, or one operator with a one-time password.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Role } from '../../shared/roles.ts'
import type { Db } from '../call.ts'
import { hashPassword } from './passwords.ts'

const DEMO: readonly (readonly [string, string, Role])[] = [
  ['demo-ordinary', '示例普通用户', 'ordinary'],
  ['demo-supplier', '示例江海排水设备有限公司', 'supplier'],
  ['demo-expert', '示例专家', 'expert'],
  ['demo-rescue', '示例救援队员', 'rescue'],
  ['demo-rescueForces', '演示排水抢险应急队', 'rescueForces'],
  ['demo-manageOrg', '示例市应急管理局', 'manageOrg'],
  ['demo-science', '示例水利科学研究院', 'science'],
  ['demo-fireControl', '演示消防救援支队', 'fireControl'],
  ['demo-unit', '示例采购单位', 'unit'],
  ['demo-operator', '示例运营人员', 'operator'],
  ['demo-auditor', '示例审核人员', 'auditor'],
  ['demo-government', '示例省应急管理厅', 'government'],
]

/** Makes every demo account exist with `password`; answers their names. */
export async function ensureDemoAccounts(db: Db, password: string): Promise<string[]> {
  const passwordHash = await hashPassword(password)
  await db
    .insertInto('account')
    .values(DEMO.map(([userName, name, role]) => ({ id: userName, userName, name, role, passwordHash })))
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ passwordHash }))
    .execute()
  return DEMO.map(([userName]) => userName)
}

/** Creates the first operator when there is none; answers the one-time password, or null. */
export async function ensureOperator(db: Db): Promise<string | null> {
  const known = await db.selectFrom('account').select('id').where('role', '=', 'operator').executeTakeFirst()
  if (known) return null
  const password = newPassword()
  await db
    .insertInto('account')
    .values({ id: randomUUID(), userName: 'operator', name: '运营人员', role: 'operator', passwordHash: await hashPassword(password) })
    .execute()
  return password
}

export function newPassword(): string {
  return randomBytes(12).toString('base64url')
}
