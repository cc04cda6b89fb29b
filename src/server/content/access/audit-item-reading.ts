// Audits readings of personal data that is not open to every signed-in user.
import { isDeepStrictEqual } from 'node:util'
import type { ActionContext } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { fieldsHiddenFrom, type TypePlan } from '#server/content/items/type-plan.ts'
import { auditReading } from '#server/platform/audit/audit-reading.ts'
import { alwaysOf, type Viewer } from '#shared/access/field-read-access.ts'
import { isMaskedFor, isMaskedInLists, maskValue } from '#shared/access/mask-field.ts'
import { isPersonal, isSecret } from '#shared/access/personal-fields.ts'
import { isForMembers } from '#shared/access/roles.ts'
import type { Field } from '#shared/model/content-model.ts'
import { perModel } from '#shared/model/per-model.ts'

type Reading = Pick<ActionContext, 'call' | 'plan' | 'caller'> & {
  readonly operation: Pick<ActionContext['operation'], 'id'>
}

/** `only`: names of the fields that are answered, where not all are. */
export async function auditItemReading(
  { call, plan, caller, operation }: Reading,
  row: ItemRow,
  only?: readonly string[],
): Promise<void> {
  const hidden = fieldsHiddenFrom(plan, caller, row)
  const shown = plan.own.filter(
    (field) =>
      isProtected(field) &&
      !hidden.has(field.name) &&
      isAnsweredWhole(plan, field, row.body[field.name]) &&
      (only?.includes(field.name) ?? true) &&
      (row.body[field.name] ?? '') !== '',
  )
  const fields = shown.map(({ title }) => title)
  await auditReading(call, { action: operation.id, target: row.id, subject: row.ownerId, fields })
}

/** The fields of which lists show what is kept whole; few types have any. */
export const findUnmaskedListFields = perModel(({ own }: TypePlan) =>
  own.filter((field) => isProtected(field) && field.type !== 'rich-text' && !isMaskedInLists(field)),
)

/** `rows` are those of a page, of which its reader's own need no trace. */
export async function auditListReading(
  { call, plan, caller, operation, content }: ActionContext,
  rows: readonly ItemRow[],
): Promise<void> {
  const whole = findUnmaskedListFields(plan).filter(({ name }) => content.fields?.includes(name) ?? true)
  if (whole.length === 0) return
  const others = rows.filter(({ ownerId }) => caller === null || ownerId !== caller.id)
  const shown = others.map((row) => {
    const hidden = fieldsHiddenFrom(plan, caller, row)
    return whole.filter(
      (field) =>
        !hidden.has(field.name) &&
        (row.body[field.name] ?? '') !== '' &&
        isAnsweredWhole(plan, field, row.body[field.name]),
    )
  })
  const fields = whole.filter((field) => shown.some((some) => some.includes(field)))
  await auditReading(call, {
    action: operation.id,
    target: plan.type.name,
    subject: null,
    fields: fields.map(({ title }) => title),
    entries: shown.filter((some) => some.length > 0).length,
  })
}

/** Masking leaves what is no number, such as an encrypted long text. */
const isAnsweredWhole = ({ type }: TypePlan, field: Field, value: unknown): boolean =>
  !isMaskedFor(type, field) || isDeepStrictEqual(maskValue(field, value), value)

const isProtected = (field: Field): boolean =>
  isSecret(field) || (isPersonal(field) && field.visible !== undefined && !isOpen(field.visible))

const isOpen = (visible: readonly Viewer[]) => visible.includes('anyone') || isForMembers(alwaysOf(visible))
