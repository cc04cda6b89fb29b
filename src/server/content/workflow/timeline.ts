// Loads the timeline of an item for one reader: the readable transitions, with their form answers.

import type { ActionContext } from '#server/content/action.ts'
import { hidesOwner } from '#server/content/fields/anonymity.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { loadReadableTitles } from '#server/content/query/readable-titles.ts'
import { ANONYMOUS_NAME } from '#shared/access/anonymous-name.ts'
import type { Viewer } from '#shared/access/field-read-access.ts'
import { maskValue } from '#shared/access/mask-field.ts'
import { canContainNumber } from '#shared/access/personal-fields.ts'
import { isAllowed, member, relationsTo, sees } from '#shared/access/policy.ts'
import { type Audience, type Caller, GRANTS, grantAudience } from '#shared/access/roles.ts'
import { type Remark, toFieldComments } from '#shared/lifecycles/field-comments.ts'
import { type Lifecycle, staffOf } from '#shared/lifecycles/lifecycle.ts'
import type { TransitionAnswer } from '#shared/lifecycles/transition-answer.ts'
import { isExecutableBy } from '#shared/lifecycles/transition-policies.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { type HistoryEntry, type HistoryTransition, loadHistory } from './history.ts'
import { titleOfPart } from './participant-title.ts'

export interface TimelineTransition extends HistoryTransition {
  /** Title of the transition, such as 批准; null for a transition that the lifecycle no longer declares. */
  readonly title: string | null
  /** As whom, such as 运营人员. */
  readonly part: string | null
  readonly answers: readonly TransitionAnswer[]
  /** The field comments of the transition. */
  readonly remarks: readonly Remark[]
}

/** Readers of a log entry whose transition declares none. */
const PARTIES: readonly Audience[] = ['owner', grantAudience(GRANTS.moderate), grantAudience(GRANTS.examine)]

/** Undefined for readers of whom no step could be. */
export async function loadTimeline(
  { db, plan, services }: Pick<ActionContext, 'db' | 'plan' | 'services'>,
  row: ItemRow,
  caller: NonNullable<Caller>,
): Promise<readonly TimelineTransition[] | undefined> {
  const { lifecycle } = plan.type
  const isParty = isAllowed(member(partiesTo(lifecycle)), caller, row)
  const mayRead =
    isParty ||
    relationsTo(caller, row).length > 0 ||
    lifecycle.transitions.some(
      (step) => isExecutableBy(step, caller, row) || (step.readers && sees(caller, step.readers, row)),
    )
  if (!mayRead) return undefined
  const entries = await loadHistory(db, lifecycle, row.id)
  const visibleEntries = entries.filter((entry) => isFor(lifecycle, entry, row, caller))
  if (!isParty && visibleEntries.length === 0) return undefined
  const model = services.model()
  const formOf = (id: string | null) => model.forms.find((form) => form.id === id)
  const titles = await loadAnswerTitles({ db, model }, visibleEntries, formOf, caller)
  return visibleEntries.map(({ actor, behalf: _behalf, part, form, answers, remarks, ...step }) => ({
    ...step,
    by: actor === row.ownerId && hidesOwner(plan.type, row, caller) ? ANONYMOUS_NAME : step.by,
    title: titleOfTransition(lifecycle, step),
    part: part === null ? null : titleOfPart(model, plan.type, part),
    answers: toAnswers(formOf(form), answers, row, caller, actor === caller.id).map((answer) =>
      answer.field.type === 'ref'
        ? { ...answer, refTitle: titles.get(String(answer.value)) ?? null }
        : answer,
    ),
    remarks: toFieldComments(plan.type, remarks),
  }))
}

/** Returns the readers of a log entry, some of them limited to certain states of the item. */
export function timelineReaders(lifecycle: Lifecycle, entry: HistoryTransition): readonly Viewer[] {
  return (
    (entry.change === null ? findTransition(lifecycle, entry)?.readers : undefined) ?? partiesTo(lifecycle)
  )
}

/** Editors and reviewers work on items of each other. */
const partiesTo = (lifecycle: Lifecycle): readonly Audience[] => [...PARTIES, ...staffOf(lifecycle)]

/**
 * Returns the title of the transition, such as 批准; null for a change, and for a transition that the lifecycle no
 * longer declares.
 */
export function titleOfTransition(lifecycle: Lifecycle, step: HistoryTransition): string | null {
  return step.change === null ? (findTransition(lifecycle, step)?.title ?? null) : null
}

function findTransition({ transitions }: Lifecycle, { action, from, to }: HistoryTransition) {
  const known = transitions.filter((step) => step.action === action && step.from.includes(from))
  return known.find((step) => step.to === to) ?? known[0]
}

function isFor(
  lifecycle: Lifecycle,
  entry: HistoryEntry,
  row: ItemRow,
  caller: NonNullable<Caller>,
): boolean {
  const readers = timelineReaders(lifecycle, entry)
  return entry.actor === caller.id || entry.behalf === caller.id || sees(caller, readers, row)
}

/** The titles of items that answers refer to, by id, as far as the caller may read them. */
async function loadAnswerTitles(
  context: Parameters<typeof loadReadableTitles>[0],
  entries: readonly HistoryEntry[],
  formOf: (id: string | null) => FormModel | undefined,
  caller: NonNullable<Caller>,
): Promise<ReadonlyMap<string, string>> {
  const idsByType = new Map<string, string[]>()
  for (const { form, answers } of entries)
    for (const { name, ref } of formOf(form)?.fields ?? []) {
      const id = answers?.[name]
      if (ref !== undefined && typeof id === 'string') idsByType.set(ref, [...(idsByType.get(ref) ?? []), id])
    }
  const found = await Promise.all(
    [...idsByType].map(([type, ids]) => loadReadableTitles(context, type, ids, caller)),
  )
  return new Map(found.flatMap((titles) => [...titles]))
}

/** In the order of the form; what it asks no more is left out. Personal numbers are whole for who filled them in. */
function toAnswers(
  form: FormModel | undefined,
  answers: HistoryEntry['answers'],
  row: ItemRow,
  caller: NonNullable<Caller>,
  isOwn: boolean,
): TransitionAnswer[] {
  const fields = form?.fields.filter(
    ({ name, visible }) => answers?.[name] !== undefined && (!visible || sees(caller, visible, row)),
  )
  return (fields ?? []).map((field) => {
    const { name, title, type, dict, unit, visible } = field
    const isWhole = isOwn || !canContainNumber(field) || visible?.includes('anyone')
    return {
      field: { name, title, type, ...(dict ? { dict } : {}), ...(unit ? { unit } : {}) },
      value: isWhole ? answers?.[name] : maskValue(field, answers?.[name]),
    }
  })
}
