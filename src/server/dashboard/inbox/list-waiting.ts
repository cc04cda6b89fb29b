// Lists all that waits for the caller's decision, with who has taken it.
import { type RawBuilder, sql } from 'kysely'
import { isOwnedBy } from '#server/content/fields/filter.ts'
import type { Call } from '#server/platform/call.ts'
import { readFlag, readPaging, readText } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch } from '#server/platform/text/match-texts.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import { withinDays } from '../scheduled-items.ts'
import { dueSql } from '../urgency.ts'
import { isInForce } from './assignments.ts'
import { waitingEntries } from './waiting-entries.ts'

interface Row {
  readonly type: string
}

const ORDERS: Readonly<Record<string, string>> = {
  updatedAt: 'updated_at, id',
  '-updatedAt': 'updated_at desc, id desc',
  due: 'due nulls last, updated_at, id',
  '-due': 'due desc nulls last, updated_at, id',
}
const OLDEST_FIRST = 'updatedAt'

/** The names of the columns of `item` serve for the entries. */
function conditions({ params, services, caller }: Call): RawBuilder<unknown> {
  const [keyWord, ownerName] = [readText(params, 'keyWord'), readText(params, 'ownerName')]
  const inTitle = (words: string) => textsMatch([sql`title`], words, lexiconOf(services.model()))
  return sql.join(
    [
      sql`true`,
      ...(keyWord === undefined
        ? []
        : [sql`and (${inTitle(keyWord)} or id = ${keyWord} or ${isOwnedBy(keyWord)})`]),
      ...(ownerName === undefined ? [] : [sql`and ${isOwnedBy(ownerName)}`]),
      ...(readFlag(params, 'mine')
        ? [
            sql`and exists (select from queue_assignment assigned where assigned.target_id = item.id
              and assigned.type = item.type and assigned.account_id = ${caller?.id ?? ''} and ${isInForce(services)})`,
          ]
        : []),
      withinDays(params, 'updatedAt', sql`updated_at`),
      withinDays(params, 'due', sql`due`),
    ],
    sql` `,
  )
}

/** Of the page alone its names and deadlines are worked out, unless deadlines filter or sort. */
export async function listWaiting(call: Call): Promise<Paged<unknown>> {
  const { services, params } = call
  const model = services.model()
  const caller = requireSignedIn(call.caller)
  const paging = readPaging(params)
  const sort = readText(params, 'sort') ?? OLDEST_FIRST
  const due = (id: RawBuilder<unknown>) => sql`(select ${dueSql(model)} from item where item.id = ${id})`
  const isDueMatched = params.dueFrom !== undefined || params.dueTo !== undefined
  const needsDue = sort.endsWith('due') || isDueMatched
  const order = sql.raw(ORDERS[sort] ?? ORDERS[OLDEST_FIRST] ?? '')
  const entries = waitingEntries(model, caller, readText(params, 'dataType'))
  const matches = (hasDue: boolean) =>
    sql`from (select entry.*, ${hasDue ? due(sql`entry.id`) : sql`null::timestamptz`} as due from ${entries} entry) item
      where ${conditions(call)}`
  // In two statements: kept for a second look, the rows of both take longer than reading them twice.
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      with page as materialized (
        select item.* ${matches(needsDue)}
        order by ${order} limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}
      )
      select page.id, page.type, page.title, page.status, page.change_status, page.updated_at,
        ${needsDue ? sql`page.due` : due(sql`page.id`)} as due,
        owner.name as owner_name, assigned.account_id as assignee_id, assignee.name as assignee_name,
        coalesce(assigned.account_id = ${caller.id}, false) as mine, assigned.since as assigned_at
      from page left join account owner on owner.id = page.owner_id
        left join queue_assignment assigned on assigned.target_id = page.id and assigned.type = page.type
          and assigned.status = page.status and assigned.since >= page.since and ${isInForce(services)}
        left join account assignee on assignee.id = assigned.account_id
      order by ${order}`.execute(services.db),
    sql<{ total: number }>`select count(*)::int as total ${matches(isDueMatched)}`.execute(services.db),
  ])
  return toPaged(
    rows.map((row) => ({ ...row, dataType: row.type })),
    counted.rows[0]?.total ?? 0,
    paging,
  )
}
