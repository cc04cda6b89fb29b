// Finds the items that may be added to a release, and what the release would do with each in the name of the caller.
import { type RawBuilder, sql } from 'kysely'
import { requireItem } from '#server/content/access/access.ts'
import type { ActionContext } from '#server/content/action.ts'
import { quote } from '#server/content/fields/field-expression.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { latestRevision, type PendingVersion } from '#server/content/items/pending-change.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { findChangeTransitions } from '#server/content/pending-changes/change-actions.ts'
import { loadChangeVotes } from '#server/content/pending-changes/change-votes.ts'
import { loadPendingFor } from '#server/content/workflow/authorize.ts'
import { withVotes } from '#server/content/workflow/votes.ts'
import type { Call } from '#server/platform/call.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import { canCallOperation } from '#server/platform/operations/access.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch } from '#server/platform/text/match-texts.ts'
import { isInAudience, withWholeRoles } from '#shared/access/roles.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { endOf, isDeletedState, isPublic, publicStates } from '#shared/lifecycles/lifecycle.ts'
import { permittedTransitions } from '#shared/lifecycles/transition-policies.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { ContentType } from '#shared/model/content-model.ts'

/** What a release does with an item. */
type Act = 'publish' | 'change' | 'takeDown'

export interface Option {
  readonly act: Act
  readonly action: string
  readonly title: string
  readonly toStatus: string
  /** Of the item with its pending change. */
  readonly revision: number
  /** Of the pending change, where that is published. */
  readonly change: number | null
}

export interface Found {
  readonly plan: TypePlan
  readonly row: ItemRow
  /** The likeliest first: the edit before the item. */
  readonly options: readonly Option[]
}

type Caller = Pick<Call, 'services' | 'caller' | 'account'>

/** Throws `NOT_FOUND` as reading the item would. */
export async function findOptions({ services, account }: Caller, id: string): Promise<Found> {
  const { db } = services
  const item = await db.selectFrom('item').select('type').where('id', '=', id).executeTakeFirst()
  const plan = item && findPlan(services.model(), item.type)
  if (!plan) throw new Failure('NOT_FOUND', { message: '没有这项内容' })
  const context = { plan, caller: account, params: {}, db, services }
  const row = await withVotes(context, await requireItem(context, id))
  const { change } = await loadPendingFor(context as unknown as ActionContext, row) // asks no more of it
  const changes = change ? await changeOptions(context as unknown as ActionContext, row, change) : []
  const isCalled = (action: string) =>
    plan.calls.some((one) => one.content?.action === action && canCallOperation(account, one))
  return {
    plan,
    row,
    options: [...changes, ...itemOptions(plan.type, row, account, change)].filter(({ action }) =>
      isCalled(action),
    ),
  }
}

/** What makes the item public or takes it from the public, and asks for no answers. */
function itemOptions(
  { lifecycle }: ContentType,
  row: ItemRow,
  caller: Call['account'],
  change: PendingVersion | undefined,
): Option[] {
  const isOpen = isPublic(lifecycle, row.status)
  return permittedTransitions(lifecycle, row, caller).flatMap((step): Option[] => {
    const to = endOf(step, row)
    const words = resolveReason(step.reason)
    const asks = step.form !== undefined || step.marks !== undefined || step.claim !== undefined
    if (asks || step.kind === 'urgent' || (words && !words.optional)) return []
    if (isPublic(lifecycle, to) === isOpen || isDeletedState(lifecycle, to)) return []
    const { action, title } = step
    const revision = latestRevision(row, change)
    return [{ act: isOpen ? 'takeDown' : 'publish', action, title, toStatus: to, revision, change: null }]
  })
}

async function changeOptions(
  context: ActionContext,
  row: ItemRow,
  change: PendingVersion,
): Promise<Option[]> {
  const { lifecycle } = context.plan.type
  const votes = await loadChangeVotes(context, row.id)
  return findChangeTransitions(lifecycle, row, { ...change, votes }, context.caller).flatMap(
    ({ action, title, to, kind }): Option[] =>
      to === row.status && kind === undefined
        ? [
            {
              act: 'change',
              action,
              title,
              toStatus: to,
              revision: latestRevision(row, change),
              change: change.revision,
            },
          ]
        : [],
  )
}

/** The states from which the caller makes items public, or all public ones. */
function statesFor(
  { contentTypes }: { readonly contentTypes: readonly ContentType[] },
  caller: Call['caller'],
  isDown: boolean,
) {
  return contentTypes.flatMap(({ name, lifecycle }) => {
    const roles = withWholeRoles(caller, name)
    const steps = lifecycle.transitions.filter(({ by, kind }) => kind !== 'urgent' && isInAudience(roles, by))
    const open = publicStates(lifecycle)
    const states = isDown
      ? open.filter((state) => steps.some(({ from, to }) => from.includes(state) && !open.includes(to)))
      : steps
          .filter(({ to }) => open.includes(to))
          .flatMap(({ from }) => from.filter((one) => !open.includes(one)))
    return [...new Set(states)].map((status) => ({ type: name, status }))
  })
}

interface Row {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly status: string
  readonly updatedAt: Date
}

/** `what` says which: items that wait to be public, edits that wait, or public items. */
export async function listCandidates(call: Call): Promise<Paged<unknown>> {
  const { params, services, caller } = call
  const model = services.model()
  const [what, keyWord] = [readText(params, 'what'), readText(params, 'keyWord')]
  const states = statesFor(model, caller, what === 'takeDown')
  const pairs = states.map(({ type, status }) => `(${quote(type)}, ${quote(status)})`).join(', ')
  const wanted = sql.raw(pairs === '' ? `(select '' as type, '' as status where false)` : `(values ${pairs})`)
  const own: RawBuilder<unknown> = sql`exists (select from ${wanted} wanted (type, status)
    where wanted.type = item.type and wanted.status = item.status)`
  const edited: RawBuilder<unknown> = sql`exists (select from pending_version change, ${wanted} wanted (type, status)
    where change.item_id = item.id and wanted.type = item.type and wanted.status = change.status)`
  const which = what === 'change' ? edited : what === undefined ? sql`(${own} or ${edited})` : own
  const page = await readPage<Row>(call, {
    columns: sql`item.id, item.type, item.title, item.status, item.updated_at`,
    from: sql`from item where ${which}
      and not exists (select from release_item part join release on release.id = part.release_id
        where part.item_id = item.id and release.state in ('preparing', 'arranged'))
      ${keyWord === undefined ? sql`` : sql`and ${textsMatch([sql`item.title`], keyWord, lexiconOf(model))}`}`,
    order: sql`item.updated_at desc, item.id desc`,
  })
  const list = []
  for (const row of page.list) list.push({ ...row, dataType: row.type, ...(await describe(call, row, what)) })
  return { ...page, list }
}

async function describe(call: Call, { id }: Row, what: string | undefined) {
  try {
    const { options } = await findOptions(call, id)
    const option = options.find(({ act }) => (what === undefined ? act !== 'takeDown' : act === what))
    return option
      ? { what: option.act, action: option.action, verb: option.title, barred: null }
      : { what: null, action: null, verb: null, barred: '须由其他人办理' }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { what: null, action: null, verb: null, barred: error.message }
  }
}
