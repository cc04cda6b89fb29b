// Owns which readings of an item leave a trace: those of personal data that not everybody signed in may see.
import type { Field } from '../../shared/content-model.ts'
import { isPersonal, isSecret } from '../../shared/personal-fields.ts'
import { isForMembers } from '../../shared/roles.ts'
import { alwaysOf, type Viewer } from '../../shared/viewers.ts'
import { noteReading } from '../audit/note-reading.ts'
import type { ActionContext } from './action.ts'
import type { ItemRow } from './item-row.ts'
import { hiddenFields } from './type-plan.ts'

/** `only`: names of the fields that are answered, where not all are. */
export async function noteItemReading(
  { call, plan, asker, operation }: ActionContext,
  row: ItemRow,
  only?: readonly string[],
): Promise<void> {
  const hidden = hiddenFields(plan, asker, row)
  const shown = plan.own.filter(
    (field) =>
      isKept(field) &&
      !hidden.has(field.name) &&
      (only?.includes(field.name) ?? true) &&
      (row.body[field.name] ?? '') !== '',
  )
  const fields = shown.map(({ title }) => title)
  await noteReading(call, { action: operation.id, target: row.id, subject: row.ownerId, fields })
}

const isKept = (field: Field): boolean =>
  isSecret(field) || (isPersonal(field) && field.visible !== undefined && !isOpen(field.visible))

const isOpen = (visible: readonly Viewer[]) => visible.includes('anyone') || isForMembers(alwaysOf(visible))
