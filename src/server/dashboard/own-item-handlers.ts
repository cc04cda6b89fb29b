// Handles lists over all types: items of a person, with facets and transitions, and items that wait for an operator.
import { type RawBuilder, sql } from 'kysely'
import { arePublic } from '#server/content/fields/public-states.ts'
import { CHANGE_REASON, CHANGE_STATUS, hasChangeIn } from '#server/content/items/pending-change.ts'
import {
  canReadReason,
  STATUS_STEP_VALUE,
  statusReasonTitle,
  statusReasonValue,
} from '#server/content/items/status-reason.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import type { Caller } from '#shared/access/roles.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import { findReasonTitleByTarget } from '#shared/lifecycles/transition-reason.ts'
import type { Model } from '#shared/model/model.ts'
import { listDeleted, restoreDeleted } from './deleted-items.ts'
import { assignmentHandlers } from './inbox/assignments.ts'
import { listWaiting } from './inbox/list-waiting.ts'
import { listDeclarations } from './open-declarations.ts'
import { keywordCondition, ownItems, ownTypes } from './own-items.ts'
import { turnOf } from './progress/next-step.ts'
import { listScheduled } from './scheduled-items.ts'
import { findPlainActions, transitionSeveral } from './transition-several.ts'

interface Row extends Readonly<Record<string, unknown>> {
  readonly type: string
  readonly status?: string
  readonly statusReason?: string | null
  readonly statusStep?: string | null
  readonly changeStatus?: string | null
  readonly changeReason?: string | null
  readonly body?: JsonObject | undefined
  readonly parentStatus?: string | null | undefined
  /** Of own items. */
  readonly revision?: number
  readonly approvedRevision?: number | null
  readonly leftStatus?: string | null
}

interface Wanted {
  readonly columns: string | RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  readonly order: string
}

function listItems(call: Call, { columns, where, order }: Wanted): Promise<Paged<unknown>> {
  const model = call.services.model()
  return readPage(
    call,
    {
      columns: sql`id, type, title, ${typeof columns === 'string' ? sql.raw(columns) : columns}`,
      from: sql`from item where ${where}`,
      order: sql.raw(order),
    },
    (whole: Row) => {
      const {
        body: _body,
        parentStatus: _parent,
        approvedRevision: _approved,
        leftStatus: _left,
        ...row
      } = whole
      return {
        ...row,
        ...('statusReason' in row ? reasonOf(model, whole, call.caller) : {}),
        ...(row.revision === undefined
          ? {}
          : { steps: findPlainActions(model, { ...whole, ownerId: call.caller?.id ?? null }, call.caller) }),
        dataType: row.type,
      }
    },
  )
}

/** The reason that concerns its owner now, of a change before that of the item, and what it is called. */
function reasonOf(model: Model, { type: name, changeReason, changeStatus, ...row }: Row, owner: Caller) {
  const type = model.contentTypes.find((one) => one.name === name)
  if (!type) return {}
  const { lifecycle } = type
  const { status } = row
  const nextStep =
    status === undefined
      ? null
      : turnOf(model, type, { ...row, status, changeStatus: changeStatus ?? null }, owner)
  if (changeReason)
    return {
      nextStep,
      statusReason: changeReason,
      statusWords: findReasonTitleByTarget(lifecycle, String(changeStatus)),
    }
  const item = { ...row, type: name, ownerId: owner?.id ?? null }
  const reasonRow = canReadReason(lifecycle, item, owner) ? row : { ...row, statusReason: null }
  return {
    nextStep,
    statusReason: reasonRow.statusReason ?? null,
    statusWords: statusReasonTitle(lifecycle, reasonRow),
  }
}

/**
 * Handles the calls over all content types: the items that an account has published (`publishing.mine`, `.facets`,
 * `.bulk`, `.matters`), the items that wait for an operator or a reviewer (`publishing.queue`), and those that wait for
 * their time (`publishing.scheduled`), and deleted ones with their restoring (`publishing.deleted`, `.restore`).
 *
 * @example
 * const handlers: Handlers = { ...publishingHandlers }
 */
export const publishingHandlers: Handlers = {
  'publishing.mine': async (call) => {
    const caller = requireSignedIn(call.caller)
    const model = call.services.model()
    const [only, status] = [readText(call.params, 'dataType'), readText(call.params, 'status')]
    const own = ownItems(model, caller, only)
    const words = await keywordCondition(call, ownItems(model, caller))
    return listItems(call, {
      columns: `status, body, (select above.status from item above where above.id = item.parent_id) as parent_status,
        ${CHANGE_REASON} as change_reason, ${statusReasonValue(arePublic(ownTypes(model)))} as status_reason, ${STATUS_STEP_VALUE} as status_step, ${CHANGE_STATUS} as change_status, updated_at, view_count, like_count, comment_count, collect_count,
        revision, approved_revision, left_status`,
      where: sql`${own}
        ${status === undefined ? sql`` : sql`and (status = ${status} or ${hasChangeIn([status])})`}
        ${words}`,
      order: 'updated_at desc, id desc',
    })
  },
  'publishing.facets': countOwnFacets,
  'publishing.bulk': (call) => {
    const own = ownItems(call.services.model(), requireSignedIn(call.caller))
    return transitionSeveral(call, own)
  },
  'publishing.deleted': listDeleted,
  'publishing.restore': restoreDeleted,
  'publishing.matters': listDeclarations,
  'publishing.scheduled': listScheduled,
  'publishing.queue': listWaiting,
  ...assignmentHandlers,
}

interface Counted {
  readonly field: 'dataType' | 'status'
  readonly value: string
  readonly count: number
}

/** Each field is counted with the other filters, not with its own. An item with a pending change counts in both states. */
async function countOwnFacets(call: Call): Promise<unknown> {
  const { params, services } = call
  const caller = requireSignedIn(call.caller)
  const model = services.model()
  const [only, status] = [readText(params, 'dataType'), readText(params, 'status')]
  const words = await keywordCondition(call, ownItems(model, caller))
  const inStatus: RawBuilder<unknown> =
    status === undefined ? sql`` : sql`and (status = ${status} or ${hasChangeIn([status])})`
  const { rows } = await sql<Counted>`
    select 'dataType' as field, type as value, count(*)::int as count from item
      where ${ownItems(model, caller)} ${inStatus} ${words} group by type
    union all
    select 'status' as field, state.value, count(distinct item.id)::int as count from item
      cross join lateral (select item.status as value union
        select change.status from pending_version change where change.item_id = item.id) state
      where ${ownItems(model, caller, only)} ${words} group by state.value`.execute(services.db)
  const dictionary = model.dictionaries.find(({ name }) => name === DICTIONARY.states)
  const labels = {
    dataType: ownTypes(model).map(({ name, badge, title }) => ({ value: name, label: badge ?? title })),
    status: dictionary?.items ?? [],
  }
  const facets = Object.entries(labels).map(([field, choices]) => ({
    ...{ field, kind: 'choice', min: null, max: null },
    items: choices.flatMap(({ value, label }) => {
      const row = rows.find((one) => one.field === field && one.value === value)
      return row ? [{ value, label, count: row.count }] : []
    }),
  }))
  return { facets }
}
