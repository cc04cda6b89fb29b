// Owns the refusal of new items under a parent that takes no more.

import { type Kysely, sql } from 'kysely'
import { Failure } from '../../shared/errors.ts'
import { dayAt } from '../../shared/portal-time.ts'
import { isInAudience } from '../../shared/roles.ts'
import type { Schema } from '../database/schema.ts'
import type { ActionContext } from './action.ts'
import type { Body } from './prepare-body.ts'

/** To be called in the transaction that stores the item: until its end nobody changes the parent. */
export async function requireAdmission(
  transaction: Kysely<Schema>,
  { plan, services, asker }: Pick<ActionContext, 'plan' | 'services' | 'asker'>,
  body: Body,
): Promise<void> {
  const { admission, parent = '', title } = plan.type
  if (!admission) return
  const field = plan.byName.get(parent)
  const { rows } = await sql<{ status: string; body: Body; ownerId: string | null }>`
    select status, body, owner_id from item where id = ${String(body[parent] ?? '')} and type = ${field?.ref ?? ''}
    for share`.execute(transaction)
  const [above] = rows
  const what = field?.title ?? '上级内容'
  if (above && isInAudience(asker, admission.not ?? [], { ownerId: null, parentOwnerId: above.ownerId }))
    throw new Failure('FORBIDDEN', { message: `${what}是您自己发布的，不能为它提交${title}` })
  if (!above || !admission.states.includes(above.status) || isExcepted(admission.except, above.body))
    throw new Failure('WRONG_STATE', { message: `${what}已停止征集，不再接收新的${title}` })
  const last = admission.until === undefined ? undefined : above.body[admission.until]
  const today = dayAt(services.clock())
  const lastDay = typeof last === 'string' ? toDay(last) : today
  if (lastDay < today)
    throw new Failure('WRONG_STATE', {
      message: `${what}的征集已于 ${lastDay} 截止，不再接收新的${title}`,
    })
}

/** Of a date, or of a time. */
const toDay = (text: string): string => (text.length > 10 ? dayAt(new Date(text)) : text)

function isExcepted(except: Readonly<Record<string, readonly string[]>> = {}, body: Body): boolean {
  return Object.entries(except).some(([name, values]) => values.includes(String(body[name] ?? '')))
}
