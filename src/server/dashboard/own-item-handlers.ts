// Handles the lists over all content types: a person's published items, and items that wait for an operator.
import { type RawBuilder, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import { arePublic } from '#server/content/fields/public-states.ts'
import { CHANGE_REASON, CHANGE_STATUS, hasChangeIn } from '#server/content/items/pending-change.ts'
import {
  canReadReason,
  STATUS_STEP_VALUE,
  statusReasonTitle,
  statusReasonValue,
} from '#server/content/items/status-reason.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { readPaging, readText } from '#server/platform/calls/read-parameter.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { canCallOperation } from '#server/platform/operations/access.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import type { Caller } from '#shared/access/roles.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import { permittedTransitions } from '#shared/lifecycles/lifecycle.ts'
import { findReasonTitleByTarget, resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { Model } from '#shared/model/model.ts'
import { listDeclarations } from './open-declarations.ts'
import { transitionOwnItems } from './own-bulk.ts'
import { countOwnFacets } from './own-facets.ts'
import { keywordCondition, ownItems, ownTypes } from './own-items.ts'
import { turnOf } from './progress/next-step.ts'
import { type Waiting, waitingStates } from './waiting-states.ts'

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
  readonly columns: string
  readonly where: RawBuilder<unknown>
  readonly order: string
}

async function listItems(call: Call, { columns, where, order }: Wanted): Promise<Paged<unknown>> {
  const { params, services } = call
  const paging = readPaging(params)
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`select id, type, title, ${sql.raw(columns)} from item where ${where}
      order by ${sql.raw(order)} limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}`.execute(
      services.db,
    ),
    sql<{ total: number }>`select count(*)::int as total from item where ${where}`.execute(services.db),
  ])
  const model = services.model()
  const list = rows.map(({ body, parentStatus, approvedRevision, leftStatus, ...row }) => ({
    ...row,
    ...('statusReason' in row ? reasonOf(model, { ...row, body, parentStatus }, call.caller) : {}),
    ...(row.revision === undefined
      ? {}
      : {
          steps: findOwnTransitions(
            model,
            { ...row, body, parentStatus, approvedRevision, leftStatus },
            call.caller,
          ),
        }),
    dataType: row.type,
  }))
  return toPaged(list, counted.rows[0]?.total ?? 0, paging)
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
 * In one of these states, or with a change in one. Joined to them as a table: written into conditions, each is held against
 * each index of the items, which takes the planner a hundred times as long as reading.
 */
function isWaiting(waiting: readonly Waiting[]): RawBuilder<unknown> {
  if (waiting.length === 0) return sql`false`
  const pairs = waiting.map(({ type, status }) => `(${quote(type)}, ${quote(status)})`)
  const wanted = sql.raw(`(values ${pairs.join(', ')}) wanted (type, status)`)
  return sql`item.id = any(array(
    select one.id from ${wanted} join item one on one.type = wanted.type and one.status = wanted.status
    union all
    select one.id from pending_version change join item one on one.id = change.item_id
      join ${wanted} on wanted.type = one.type and wanted.status = change.status))`
}

/**
 * Handles the calls over all content types: the items that an account has published (`publishing.mine`, `.facets`,
 * `.bulk`, `.matters`), and the items that wait for an operator (`publishing.queue`).
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
  'publishing.bulk': transitionOwnItems,
  'publishing.matters': listDeclarations,
  'publishing.queue': (call) => {
    const only = readText(call.params, 'dataType')
    const waiting = waitingStates(call.services.model()).filter(
      ({ type }) => only === undefined || type === only,
    )
    return listItems(call, {
      columns: `coalesce(${CHANGE_STATUS}, status) as status, ${CHANGE_STATUS} as change_status,
        coalesce((select change.updated_at from pending_version change where change.item_id = item.id), updated_at) as updated_at,
        (select account.name from account where account.id = item.owner_id) as owner_name`,
      where: isWaiting(waiting),
      order: 'updated_at, id',
    })
  },
}

interface OwnRow {
  readonly type: string
  readonly status?: string
  readonly revision?: number
  readonly body?: Readonly<Record<string, unknown>> | undefined
  readonly parentStatus?: string | null | undefined
  readonly approvedRevision?: number | null | undefined
  readonly leftStatus?: string | null | undefined
}

/** The actions that are permitted now and ask for nothing: no form, no required words, no echo of fields. */
function findOwnTransitions(model: Model, row: OwnRow, owner: Caller): readonly string[] {
  const type = model.contentTypes.find(({ name }) => name === row.type)
  if (!type || !owner) return []
  const { approvedRevision = null, body = {}, leftStatus = null, parentStatus = null } = row
  const { revision = 0, status = '' } = row
  const item = {
    ...{ type: type.name, ownerId: owner.id, status, revision, body },
    ...{ approvedRevision, leftStatus, parentStatus },
  }
  const isCalled = (action: string) => {
    const operation = model.operations.find(({ id }) => id === type.operations[action])
    return operation !== undefined && canCallOperation(owner, operation)
  }
  return permittedTransitions(type.lifecycle, item, owner)
    .filter(({ form, marks, reason }) => {
      const words = resolveReason(reason)
      return form === undefined && marks === undefined && (words === undefined || words.optional === true)
    })
    .map(({ action }) => action)
    .filter(isCalled)
}
