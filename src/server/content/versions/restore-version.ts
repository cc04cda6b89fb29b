// Restores a version of an item: its fields are saved like any other edit by the same person.
import { mayChange } from '#server/content/access/can-edit.ts'
import { update } from '#server/content/actions/update.ts'
import { fieldsHiddenFrom } from '#server/content/items/type-plan.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { barredFrom, canCallOperation } from '#server/platform/operations/access.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { loadVersion, requireVersioned, type Versioned } from './find-versions.ts'

/** The call by which the caller may edit the item as it stands; undefined where there is none. */
export function findUpdate({ plan, row, caller }: Versioned): Operation | undefined {
  return plan.calls.find(
    (operation) =>
      operation.content?.action === 'update' &&
      canCallOperation(caller, operation) &&
      barredFrom(caller, operation) === undefined &&
      mayChange(plan.type.lifecycle, operation.access, row, caller),
  )
}

/** Fields that the caller may not write stay as they are. */
export async function restoreVersion(call: Call): Promise<unknown> {
  const { id, number, revision, reason } = bodyOf<'version.restore'>(call)
  const of = await requireVersioned(call, id)
  const { plan, caller } = of
  const operation = findUpdate(of)
  if (!operation?.content)
    throw new Failure('WRONG_STATE', { message: `该${plan.type.title}目前不能由您修改，因此不能恢复版本` })
  const { row } = await loadVersion(of, number)
  const hidden = fieldsHiddenFrom(plan, caller, of.row)
  const fields = plan
    .formFor(row.body)
    .fields.filter(({ name }) => !hidden.has(name) && row.body[name] !== undefined)
  const values = Object.fromEntries(fields.map(({ name }) => [name, row.body[name]]))
  return update({
    call: { ...call, body: { ...values, id, revision } },
    services: call.services,
    db: call.services.db,
    operation: { ...operation, id: 'version.restore' },
    content: operation.content,
    plan,
    params: {},
    caller,
    why: `恢复版本 ${number}${reason ? `：${reason}` : ''}`,
  })
}
