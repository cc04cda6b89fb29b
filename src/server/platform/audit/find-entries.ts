// Finds audit entries: filtered, paged, each described in words.

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasUserName } from '#server/platform/accounts/same-name.ts'
import type { Call } from '#server/platform/call.ts'
import {
  badParameter,
  type Parameters,
  readPaging,
  readText,
  requireForward,
} from '#server/platform/calls/read-parameter.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import { instantAt } from '#shared/formats/portal-time.ts'
import type { Model } from '#shared/model/model.ts'
import { describeAction, describeDetail, EVENT_TITLES } from './event-words.ts'

export interface AuditEntryView {
  readonly id: string
  readonly at: string
  /** Name and user name; null for a visitor or the system. */
  readonly actor: string | null
  readonly action: string
  readonly target: string | null
  readonly result: string
  readonly address: string | null
  readonly requestId: string | null
  readonly detail: string | null
  /** Address of the page that shows what was changed; null where the entry made no version. */
  readonly version: string | null
}

const DAY = 24 * 3_600_000
/** Upper limit of the count. An exact count of millions of entries would be of no use to the reader. */
const COUNTED = 10_000

type Condition = RawBuilder<unknown>

export async function findEntries({ services, params }: Call): Promise<Paged<AuditEntryView>> {
  const { db } = services
  const paging = readPaging(params)
  const where = sql.join(await toConditions(db, services.model(), params), sql` and `)
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`select audit.id, audit.at, audit.action, audit.target, audit.result, audit.address,
        audit.request_id, audit.detail, audit.actor, actor.name as actor_name, actor.user_name as actor_user_name,
        coalesce(aim.name, '《' || goal.title || '》 编号 ' || goal.id) as target_name,
        goal.type as target_type, subject.name as subject_name
      from (select * from audit where ${where} order by id desc
        limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}) audit
      left join account actor on actor.id = audit.actor
      left join account aim on aim.id = audit.target
      left join item goal on goal.id = audit.target
      left join account subject on subject.id = audit.detail ->> 'subject'
      order by audit.id desc`.execute(db),
    sql<{ total: number }>`select count(*)::int as total
      from (select from audit where ${where} limit ${COUNTED}) counted`.execute(db),
  ])
  const model = services.model()
  return toPaged(
    rows.map((row) => toAuditEntryView(model, row)),
    counted.rows[0]?.total ?? 0,
    paging,
  )
}

interface Row {
  readonly id: number
  readonly at: Date
  readonly action: string
  readonly target: string | null
  readonly result: string
  readonly address: string | null
  readonly requestId: string | null
  readonly detail: JsonObject | null
  readonly actor: string | null
  readonly actorName: string | null
  readonly actorUserName: string | null
  readonly targetName: string | null
  readonly subjectName: string | null
  readonly targetType: string | null
}

function toAuditEntryView(model: Model, row: Row): AuditEntryView {
  const { id, at, result, address, requestId, actor, actorName, actorUserName } = row
  return {
    id: String(id),
    at: at.toISOString(),
    actor: actorName === null ? actor : `${actorName}（${actorUserName}）`,
    action: describeAction(model, row.action, row.detail ?? {}),
    target: row.targetName ?? (row.target && `编号 ${row.target}`),
    result,
    address,
    requestId,
    detail: describeDetail(model, row),
    version: versionAddress(model, row),
  }
}

/** On the operators' page of the item, which shows its versions. */
function versionAddress({ pages }: Model, { target, targetType, detail }: Row): string | null {
  const page = pages.find(({ id }) => id === `operator/${targetType}/item`)
  if (!page || target === null || typeof detail?.version !== 'number') return null
  return `${page.path}?${new URLSearchParams({ id: target, version: String(detail.version) })}`
}

async function toConditions(db: Kysely<Schema>, model: Model, params: Parameters): Promise<Condition[]> {
  const [actor, target] = [readText(params, 'actor'), readText(params, 'target')]
  const [action, result] = [readText(params, 'action'), readText(params, 'result')]
  const [from, to] = [readDay(params, 'atFrom'), readDay(params, 'atTo')]
  requireForward('atFrom', '操作时间', readText(params, 'atFrom'), readText(params, 'atTo'))
  return [
    sql`true`,
    ...(from ? [sql`at >= ${from}`] : []),
    ...(to ? [sql`at < ${new Date(to.getTime() + DAY)}`] : []),
    ...(actor ? [sql`actor = any(${await accountsNamed(db, actor)}::text[])`] : []),
    ...(target ? [sql`target = any(${await accountsNamed(db, target)}::text[])`] : []),
    ...(action ? [sql`action = any(${actionsNamed(model, action)}::text[])`] : []),
    ...(result ? [sql`result = ${result}`] : []),
  ]
}

/** The text itself, which may be an id, and the accounts that bear it as name, user name or receipt number. */
async function accountsNamed(db: Kysely<Schema>, text: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where((eb) => eb.or([eb('name', '=', text), eb('receiptNo', '=', text), hasUserName(text)]))
    .limit(50)
    .execute()
  return [text, ...rows.map(({ id }) => id)]
}

/** All actions whose words or id hold the text. */
function actionsNamed(model: Model, text: string): string[] {
  const known = new Map<string, string>([
    ...model.operations.map(({ id, deed }) => [id, deed] as const),
    ...Object.entries(EVENT_TITLES),
  ])
  return [
    text,
    ...[...known].filter(([id, title]) => id.includes(text) || title.includes(text)).map(([id]) => id),
  ]
}

/** Days begin where the portal is. */
function readDay(params: Parameters, name: string): Date | null {
  const text = readText(params, name)
  if (text === undefined) return null
  const day = instantAt(text.slice(0, 10))
  if (Number.isNaN(day.getTime())) throw badParameter(name)
  return day
}
