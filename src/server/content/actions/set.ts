// Sets the few fields that an operation names and leaves the item in its state.

import { requireItem } from '#server/content/access/access.ts'
import { isOwner, mayChange } from '#server/content/access/can-edit.ts'
import { notEditable } from '#server/content/access/refuse-by-state.ts'
import type { ContentActionHandler } from '#server/content/action.ts'
import { itemEdited } from '#server/content/events.ts'
import { checkFiles } from '#server/content/write/check-files.ts'
import { type Body, prepareBody } from '#server/content/write/prepare-body.ts'
import { setFields } from '#server/content/write/set-fields.ts'
import { write } from '#server/content/write/write.ts'
import { type Parameters, requireText } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { Failure } from '#shared/calls/errors.ts'
import { reviews } from '#shared/lifecycles/lifecycle.ts'
import type { FieldType } from '#shared/model/content-model.ts'

const FILES: ReadonlySet<FieldType> = new Set(['image', 'image-list', 'file-list'])
const isFile = (type: FieldType | undefined): boolean => type !== undefined && FILES.has(type)

function examined(): Failure {
  const message = '内容已通过审核，附件不能直接更换：请修改内容并一并更换附件，审核通过后生效'
  return new Failure('WRONG_STATE', { message })
}

export const set: ContentActionHandler = async (context) => {
  requireSignedIn(context.caller)
  const { call, plan, caller, content } = context
  const { id: _id, ...written } = (call.body ?? {}) as Parameters // validated as an object
  const id = requireText({ id: _id }, 'id')
  return write(context, async (transaction) => {
    const row = await requireItem(context, id, { db: transaction, lock: true })
    const fieldNames = content.fields ?? []
    if (!mayChange(plan.type.lifecycle, context.operation.access, row, caller)) {
      if (!isOwner(row, caller)) throw new Failure('FORBIDDEN')
      const titles = fieldNames.map((name) => plan.byName.get(name)?.title ?? name)
      throw notEditable(plan.type, row.status, titles.join('、'))
    }
    // Only what was given is set: a default is for what is new, and would take back what stands.
    const names = fieldNames.filter((name) => written[name] !== undefined)
    const given = prepareBody(context, written, { row, complete: false })
    if (names.some((name) => isFile(plan.byName.get(name)?.type))) {
      // Reviewed public content cannot get other files directly; they wait for approval, as an update of the item
      // does.
      if (isOwner(row, caller) && reviews(plan.type.lifecycle, row.status)) throw examined()
      await checkFiles(context, given, [row.body], transaction)
    }
    const fields: Body = Object.fromEntries(names.map((name) => [name, given[name]]))
    const revision = await setFields(transaction, context, row, fields)
    const body = { ...row.body, ...fields }
    await context.services.events.emit(itemEdited, transaction, { context, before: row, body })
    return { answer: { id, status: row.status, revision }, target: id, detail: { revision, fields: names } }
  })
}
