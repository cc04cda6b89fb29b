// Sets the few fields that an operation names and leaves the item in its state.

import { requireItem } from '#server/content/access/access.ts'
import { editsAsOwner, isOwner, mayChange } from '#server/content/access/can-edit.ts'
import { notEditable } from '#server/content/access/refuse-by-state.ts'
import { requireInScope } from '#server/content/access/require-in-scope.ts'
import type { ContentActionHandler } from '#server/content/action.ts'
import { itemEdited } from '#server/content/events.ts'
import { setFields } from '#server/content/write/persist.ts'
import { beforeValidate } from '#server/content/write/run-hooks.ts'
import { prepareBody } from '#server/content/write/validate.ts'
import { checkFiles } from '#server/content/write/validate-references.ts'
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
  const { id: _id, ...sent } = (call.body ?? {}) as Parameters // validated as an object
  const id = requireText({ id: _id }, 'id')
  const fieldNames = content.fields ?? []
  return write(context, {
    authorize: async (work) => {
      const row = await requireItem(work, id, { lock: true })
      if (mayChange(plan.type.lifecycle, work.operation.access, row, caller)) return row
      if (!isOwner(row, caller)) throw new Failure('FORBIDDEN')
      const titles = fieldNames.map((name) => plan.byName.get(name)?.title ?? name)
      throw notEditable(plan.type, row.status, titles.join('、'))
    },
    validate: async (work, row) => {
      const written = (await beforeValidate(work, sent, row)) as Parameters
      // Only what was given is set: a default is for what is new, and would take back what stands.
      const names = fieldNames.filter((name) => written[name] !== undefined)
      const given = prepareBody(work, written, { row, complete: false })
      requireInScope(work, { ...row.body, ...given }, row)
      if (names.some((name) => isFile(plan.byName.get(name)?.type))) {
        // Reviewed public content cannot get other files directly; they wait for approval, as an update of the item
        // does.
        if (editsAsOwner(plan.type.lifecycle, row, caller) && reviews(plan.type.lifecycle, row.status))
          throw examined()
        await checkFiles(work, given, [row.body])
      }
      return Object.fromEntries(names.map((name) => [name, given[name]]))
    },
    persist: async (work, before, fields) => {
      const revision = await setFields(work, before, fields)
      const answer = { id, status: before.status, revision }
      const names = Object.keys(fields)
      return { answer, target: id, detail: { revision, fields: names }, before, fields }
    },
    events: (work, { before, fields }) =>
      work.services.events.emit(itemEdited, work.db, {
        context,
        before,
        body: { ...before.body, ...fields },
      }),
  })
}
