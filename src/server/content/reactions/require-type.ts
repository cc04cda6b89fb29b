// Refuses a call that names another data type than that of its address.

import type { ActionContext } from '#server/content/action.ts'
import { type Parameters, readText } from '#server/platform/calls/read-parameter.ts'
import { Failure } from '#shared/calls/errors.ts'

export function requireType({ plan }: Pick<ActionContext, 'plan'>, given: Parameters): void {
  const dataType = readText(given, 'dataType')
  if (dataType === undefined || dataType === plan.type.name) return
  const message = `该地址只支持${plan.type.title}（${plan.type.name}），业务类型请填写 ${plan.type.name} 或不填`
  throw new Failure('BAD_PARAMETER', { errors: [{ path: '/dataType', message }] })
}
