// Lists the deleted items of all types that the caller still reads, and restores them.
import { type RawBuilder, sql } from 'kysely'
import type { BulkTransitionAnswer } from '#server/content/actions/bulk-transition.ts'
import { quote } from '#server/content/fields/field-expression.ts'
import type { Call } from '#server/platform/call.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch } from '#server/platform/text/match-texts.ts'
import { type Caller, isInAudience } from '#shared/access/roles.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { statesWhere } from '#shared/lifecycles/lifecycle.ts'
import type { Model } from '#shared/model/model.ts'
import { findPlainActions, transitionSeveral } from './transition-several.ts'

const DAY_MS = 86_400_000

/** SQL on the rows of `item`: in a deleted state that the caller reads by role; `only` names one type. */
export function areInBin(model: Model, caller: Caller, only?: string): RawBuilder<unknown> {
  const pairs = model.contentTypes
    .filter(({ name }) => only === undefined || name === only)
    .flatMap(({ name, lifecycle }) =>
      statesWhere(lifecycle, ({ gone, readers }) => gone && isInAudience(caller, readers ?? ['anyone'])).map(
        (state) => `(${quote(name)}, ${quote(state)})`,
      ),
    )
  return pairs.length > 0 ? sql.raw(`(item.type, item.status) in (${pairs.join(', ')})`) : sql`false`
}

interface Row {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly status: string
  readonly revision: number
  readonly ownerName: string | null
  readonly deletedByName: string | null
  readonly deletedAt: Date
  /** These are not answered: transitions depend on them. */
  readonly ownerId: string | null
  readonly body: JsonObject
  readonly parentStatus: string | null
  readonly approvedRevision: number | null
  readonly leftStatus: string | null
}

export function listDeleted(call: Call): Promise<Paged<unknown>> {
  const { caller, params, services } = call
  const model = services.model()
  const keyWord = readText(params, 'keyWord')
  const words =
    keyWord === undefined ? sql`` : sql`and ${textsMatch([sql`item.title`], keyWord, lexiconOf(model))}`
  return readPage(
    call,
    {
      columns: sql`item.id, item.type, item.title, item.status, item.revision, item.owner_id, item.body,
        item.approved_revision, item.left_status, coalesce(item.status_since, item.updated_at) as deleted_at,
        (select above.status from item above where above.id = item.parent_id) as parent_status,
        (select account.name from account where account.id = item.owner_id) as owner_name,
        (select account.name from transition_log log join account on account.id = log.actor
          where log.item_id = item.id and log.to_status = item.status order by log.id desc limit 1) as deleted_by_name`,
      from: sql`from item where ${areInBin(model, caller, readText(params, 'dataType'))} ${words}`,
      order: sql`coalesce(item.status_since, item.updated_at) desc, item.id`,
    },
    (row: Row) => toEntry(model, row, caller),
  )
}

function toEntry(model: Model, row: Row, caller: Caller) {
  const { id, type, title, status, revision, ownerName, deletedByName, deletedAt } = row
  const days = model.contentTypes.find(({ name }) => name === type)?.lifecycle.states[status]?.retentionDays
  return {
    ...{ id, type, title, dataType: type, status, revision, ownerName, deletedByName, deletedAt },
    erasedAt: days === undefined ? null : new Date(deletedAt.getTime() + days * DAY_MS),
    steps: findPlainActions(model, row, caller),
  }
}

export const restoreDeleted = (call: Call): Promise<BulkTransitionAnswer> =>
  transitionSeveral(call, areInBin(call.services.model(), call.caller))
