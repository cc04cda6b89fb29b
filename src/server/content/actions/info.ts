// Returns the whole item for one reader, with the actions that are open to this reader.

import { requireItem } from '#server/content/access/access.ts'
import { auditItemReading } from '#server/content/access/audit-item-reading.ts'
import { canEdit, isEditableBy } from '#server/content/access/can-edit.ts'
import { readsVersions } from '#server/content/access/reads-versions.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { formatNoticeText } from '#server/content/items/format-notice.ts'
import { type ItemRow, onlyFields, RECEIPT_KEY, toItem } from '#server/content/items/item-row.ts'
import { cacheDay, type TypePlan } from '#server/content/items/type-plan.ts'
import { delegateNote } from '#server/content/pending-changes/change-actions.ts'
import { loadChange } from '#server/content/pending-changes/visible-change.ts'
import { withReadableTitles } from '#server/content/query/readable-titles.ts'
import { reactionsTo } from '#server/content/reactions/reactions.ts'
import { dryRunTransition } from '#server/content/workflow/dry-run.ts'
import {
  awaitsSubmission,
  barredBy,
  findSubmissionRefusals,
} from '#server/content/workflow/submission-policy.ts'
import { loadTimeline } from '#server/content/workflow/timeline.ts'
import { readText, requireText } from '#server/platform/calls/read-parameter.ts'
import { barredFrom } from '#server/platform/operations/access.ts'
import { isAllowed, member, relationsTo } from '#shared/access/policy.ts'
import { type Caller, GRANTS, isGranted } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { INFO_PARAMETERS } from '#shared/calls/list-parameters.ts'
import { remarkableFields } from '#shared/lifecycles/field-comments.ts'
import { missingAfter, type Transition } from '#shared/lifecycles/lifecycle.ts'
import { type OpenTransition, permittedTransitions } from '#shared/lifecycles/transition-policies.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { Model } from '#shared/model/model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

export const info: ContentActionHandler = async (context) => {
  const { plan, params, caller, services, content } = context
  const id = requireText(params, 'id')
  const load = () => requireMeant(context, id)
  if (content.fields) {
    const row = await load()
    await auditItemReading(context, row, content.fields)
    return onlyFields(content, toItem(plan, row, caller))
  }
  if (caller !== null) {
    const row = await load()
    await auditItemReading(context, row)
    return loadFor(context, caller, row)
  }
  const marks = INFO_PARAMETERS.map((name) => readText(params, name) ?? null)
  const key = `info:${services.model().hash}:${plan.type.name}:${id}:${JSON.stringify(marks)}${cacheDay(plan)}`
  return services.cache.read(plan.topics, key, async () => ({
    ...toItem(plan, await load(), null),
    actions: [],
    editable: false,
  }))
}

/** The item, unless the caller has marked it as of another kind than it is (`dataType`, `sourceType`). */
async function requireMeant(context: ActionContext, id: string): Promise<ItemRow> {
  const { plan, params } = context
  const row = await requireItem(context, id, { includeDeleted: true })
  const isOther = INFO_PARAMETERS.some((name) => {
    const mark = readText(params, name)
    const field = plan.type.parameters[name]?.field ?? name
    return mark !== undefined && mark !== (field === 'type' ? row.type : row.body[field])
  })
  if (isOther) throw new Failure('NOT_FOUND')
  return row
}

/** Returns the data that a signed-in reader gets beyond a visitor. */
export async function loadFor(
  { db, plan, services, call }: ActionContext,
  caller: NonNullable<Caller>,
  row: ItemRow,
): Promise<Record<string, unknown>> {
  const { lifecycle } = plan.type
  const { calls } = plan
  const offered = new Set(calls.flatMap(({ content }) => content?.action ?? []))
  const isParty = caller.id === row.ownerId || isGranted(caller, GRANTS.moderate, GRANTS.examine)
  const [reactions, history, change, refusals, titled = row] = await Promise.all([
    reactionsTo(db, caller.id, row.id),
    loadTimeline({ db, plan, services }, row, caller),
    loadChange(db, plan, row, caller, offered),
    findSubmissionRefusals(db, { plan, services, caller }, row),
    withReadableTitles({ db, model: services.model(), plan }, [row], caller).then(([one]) => one),
  ])
  const barred = awaitsSubmission(plan.type, row, caller)
    ? { barred: await barredBy(db, { plan, services, caller }, row) }
    : {}
  const open = permittedTransitions(lifecycle, row, caller).filter(({ action }) => offered.has(action))
  const actions = await Promise.all(
    open.map(async (step) => ({
      ...toOffer(services.model(), plan, step, row),
      ...(barredHere(call, calls, step) ??
        (await dryRunTransition(db, { plan, services, caller }, row, step))),
    })),
  )
  const refused = { ...refusals, ...changeRefusals(calls, plan.type, row, caller) }
  const receiptNo = isParty ? (row.body[RECEIPT_KEY] ?? null) : null
  return {
    ...toItem(plan, titled, caller),
    ...change,
    actions,
    editable: isEditableBy(calls, lifecycle, row, caller),
    relations: relationsTo(caller, row),
    liked: reactions.has('like'),
    supported: reactions.has('support'),
    collected: reactions.has('collect'),
    ...(plan.type.follow ? { followed: reactions.has('follow') } : {}),
    ...(readsVersions(plan.type, row, caller) ? { versioned: true } : {}),
    ...(isParty ? { receiptNo } : {}),
    ...barred,
    ...(Object.keys(refused).length > 0 ? { submissionRefusals: refused } : {}),
    ...(history ? { history } : {}),
  }
}

/**
 * Returns the reason and the contact for a reader on the blacklist, at each transition that is closed to this reader.
 */
function barredHere(
  { account }: ActionContext['call'],
  calls: readonly Operation[],
  { action }: Pick<OpenTransition, 'action'>,
): { readonly barred: string } | undefined {
  const operation = calls.find(({ content }) => content?.action === action)
  const reason = operation && barredFrom(account, operation)
  return reason === undefined ? undefined : { barred: `${reason}。如有异议，请联系我们` }
}

/** Why the item cannot be changed as it is, for who may otherwise do so, by the calls that would. */
function changeRefusals(
  calls: readonly Operation[],
  { title, lifecycle }: TypePlan['type'],
  row: ItemRow,
  caller: NonNullable<Caller>,
): Readonly<Record<string, string>> {
  if (canEdit(lifecycle, row, caller)) return {}
  const state = lifecycle.states[row.status]?.title ?? row.status
  const refused = calls.filter(
    ({ content, access }) => content?.action === 'update' && isAllowed(member(access), caller, row),
  )
  return Object.fromEntries(refused.map(({ id }) => [id, `该${title}目前为“${state}”状态，不能修改`]))
}

function toOffer(model: Model, plan: TypePlan, step: OpenTransition, row: ItemRow) {
  const { type } = plan
  const { action, title, reason, done, to, form, remarks } = step
  const missing = missingAfter(step, row)
  const note = [
    delegateNote(step.for),
    formatNoticeText(model, step.note ?? '', { plan, row }),
    quorumNote(step, row),
  ].join('')
  const { states } = type.lifecycle
  const words = resolveReason(reason)
  return {
    action,
    title,
    reason: words !== undefined && words.optional !== true,
    ...(words ? { words } : {}),
    ...(note ? { note } : {}),
    ...(form ? { form } : {}),
    ...(remarks ? { remarks: remarkableFields(type) } : {}),
    done: missing > 0 ? `已记录，还需 ${missing} 人` : (done ?? states[to]?.title ?? title),
  }
}

function quorumNote({ action, quorum }: Transition, { votes }: ItemRow): string {
  return quorum === undefined ? '' : `须 ${quorum} 人分别办理，已有 ${votes?.[action]?.length ?? 0} 人。`
}
