// Refuses values that put an item outside the scope of the role by which its writer writes it.
import type { ActionContext } from '#server/content/action.ts'
import { columnValues } from '#server/content/items/item-columns.ts'
import type { Body } from '#server/content/write/validate.ts'
import type { Related } from '#shared/access/facts.ts'
import { isAllowed, member } from '#shared/access/policy.ts'
import { Failure } from '#shared/calls/errors.ts'

/** `before` is the stored item; absent for a new one. */
export function requireInScope(
  { plan: { type, byName }, caller, operation }: Pick<ActionContext, 'plan' | 'caller' | 'operation'>,
  body: Body,
  before: Related = { ownerId: null },
): void {
  if (!caller?.assigned) return
  const { region, category } = columnValues(type, body)
  if (isAllowed(member(operation.access), caller, { ...before, type: type.name, region, category })) return
  const errors = [type.region, type.category].flatMap((name = '') => {
    const title = byName.get(name)?.title
    const message = `不在您的授权范围内，请选择授权的${title}`
    return title === undefined ? [] : [{ path: `/${name}`, message }]
  })
  throw errors.length > 0 ? new Failure('BAD_INPUT', { errors }) : new Failure('FORBIDDEN')
}
