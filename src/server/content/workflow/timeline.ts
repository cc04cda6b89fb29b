// Owns the timeline of an item for one reader: the steps whose records he may read, with what was filled in.

import type { ActionContext } from '#server/content/action.ts'
import { hidesOwner } from '#server/content/fields/anonymity.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { ANONYMOUS_NAME } from '#shared/access/anonymous-name.ts'
import { sees, type Viewer } from '#shared/access/field-read-access.ts'
import { maskValue } from '#shared/access/mask-field.ts'
import { mayHoldNumber } from '#shared/access/personal-fields.ts'
import {
  type Asker,
  type Audience,
  allRelationsOf,
  GRANTS,
  grantAudience,
  isInAudience,
} from '#shared/access/roles.ts'
import { type Remark, toRemarks } from '#shared/lifecycles/field-comments.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { StepAnswer } from '#shared/lifecycles/transition-answer.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { type HistoryEntry, type HistoryStep, loadHistory } from './history.ts'
import { titleOfPart } from './participant-title.ts'

export interface TimelineStep extends HistoryStep {
  /** What was done, such as 批准; null for what is no step of the lifecycle any more. */
  readonly title: string | null
  /** As whom, such as 运营人员. */
  readonly part: string | null
  readonly answers: readonly StepAnswer[]
  /** What was said about single fields. */
  readonly remarks: readonly Remark[]
}

/** Whoever reads the record of a step that does not say it. */
const PARTIES: readonly Audience[] = ['owner', grantAudience(GRANTS.moderate), grantAudience(GRANTS.examine)]

/** Undefined for readers of whom no step could be. */
export async function loadTimeline(
  { db, plan, services }: Pick<ActionContext, 'db' | 'plan' | 'services'>,
  row: ItemRow,
  asker: NonNullable<Asker>,
): Promise<readonly TimelineStep[] | undefined> {
  const { lifecycle } = plan.type
  const isParty = isInAudience(asker, PARTIES, row)
  const mayRead =
    isParty ||
    allRelationsOf(asker, row).length > 0 ||
    lifecycle.transitions.some(({ readers }) => readers && sees(asker, readers, row))
  if (!mayRead) return undefined
  const entries = await loadHistory(db, lifecycle, row.id)
  const told = entries.filter((entry) => isFor(lifecycle, entry, row, asker))
  if (!isParty && told.length === 0) return undefined
  const { forms } = services.model()
  return told.map(({ actor, behalf: _behalf, part, form, answers, remarks, ...step }) => ({
    ...step,
    by: actor === row.ownerId && hidesOwner(plan.type, row, asker) ? ANONYMOUS_NAME : step.by,
    title: titleOfStep(lifecycle, step),
    part: part === null ? null : titleOfPart(services.model(), plan.type, part),
    answers: toAnswers(
      forms.find(({ id }) => id === form),
      answers,
      row,
      asker,
      actor === asker.id,
    ),
    remarks: toRemarks(plan.type, remarks),
  }))
}

/** Who reads the record of a step, some of them only while the item is in certain states. */
export function readersOf(lifecycle: Lifecycle, entry: HistoryStep): readonly Viewer[] {
  return (entry.change === null ? stepOf(lifecycle, entry)?.readers : undefined) ?? PARTIES
}

/** What was done, such as 批准; null for a change, and for what is no step of the lifecycle any more. */
export function titleOfStep(lifecycle: Lifecycle, step: HistoryStep): string | null {
  return step.change === null ? (stepOf(lifecycle, step)?.title ?? null) : null
}

function stepOf({ transitions }: Lifecycle, { action, from, to }: HistoryStep) {
  const known = transitions.filter((step) => step.action === action && step.from.includes(from))
  return known.find((step) => step.to === to) ?? known[0]
}

function isFor(lifecycle: Lifecycle, entry: HistoryEntry, row: ItemRow, asker: NonNullable<Asker>): boolean {
  const readers = readersOf(lifecycle, entry)
  return entry.actor === asker.id || entry.behalf === asker.id || sees(asker, readers, row)
}

/** In the order of the form; what it asks no more is left out. Personal numbers are whole for who filled them in. */
function toAnswers(
  form: FormModel | undefined,
  answers: HistoryEntry['answers'],
  row: ItemRow,
  asker: NonNullable<Asker>,
  isOwn: boolean,
): StepAnswer[] {
  const fields = form?.fields.filter(
    ({ name, visible }) => answers?.[name] !== undefined && (!visible || sees(asker, visible, row)),
  )
  return (fields ?? []).map((field) => {
    const { name, title, type, dict, unit, visible } = field
    const isWhole = isOwn || !mayHoldNumber(field) || visible?.includes('anyone')
    return {
      field: { name, title, type, ...(dict ? { dict } : {}), ...(unit ? { unit } : {}) },
      value: isWhole ? answers?.[name] : maskValue(field, answers?.[name]),
    }
  })
}
