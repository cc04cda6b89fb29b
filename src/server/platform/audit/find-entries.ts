// Finds audit entries: filtered, paged, each described in words.

import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import {
  badParameter,
  type Parameters,
  readPaging,
  readText,
  requireForward,
} from '#server/platform/calls/read-parameter.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { toSearchQuery } from '#server/platform/text/search-query.ts'
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
  /** Address of the page of the object; null where it has none. */
  readonly item: string | null
}

const DAY = 24 * 3_600_000
/** Upper limit of the count. An exact count of millions of entries would be of no use to the reader. */
const COUNTED = 10_000

/** The call of the page that shows an account. */
const ACCOUNT_CALL = 'users.info'

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
    item: objectAddress(model, row),
  }
}

/** On the page of operators: of the item, or of the account. */
function objectAddress({ pages }: Model, { target, targetType, targetName }: Row): string | null {
  if (target === null || targetName === null) return null
  const page = pages.find((one) =>
    targetType
      ? one.id === `operator/${targetType}/item`
      : one.kind === 'detail' && one.source.operation === ACCOUNT_CALL,
  )
  return page ? `${page.path}?${new URLSearchParams({ id: target })}` : null
}

/** On the operators' page of the item, which shows its versions. */
function versionAddress({ pages }: Model, { target, targetType, detail }: Row): string | null {
  const page = pages.find(({ id }) => id === `operator/${targetType}/item`)
  if (!page || target === null || typeof detail?.version !== 'number') return null
  return `${page.path}?${new URLSearchParams({ id: target, version: String(detail.version) })}`
}

/** Also the conditions of what is exported. */
export async function toConditions(
  db: Kysely<Schema>,
  model: Model,
  params: Parameters,
): Promise<Condition[]> {
  const [actor, target] = [readText(params, 'actor'), readText(params, 'target')]
  const [action, result] = [readText(params, 'action'), readText(params, 'result')]
  const field = readText(params, 'field')
  const [from, to] = [readDay(params, 'atFrom'), readDay(params, 'atTo')]
  requireForward('atFrom', '操作时间', readText(params, 'atFrom'), readText(params, 'atTo'))
  return [
    sql`true`,
    ...(from ? [sql`at >= ${from}`] : []),
    ...(to ? [sql`at < ${new Date(to.getTime() + DAY)}`] : []),
    ...(actor ? [sql`actor = any(${await accountsNamed(db, actor)}::text[])`] : []),
    ...(target
      ? [
          sql`target = any(${[...(await accountsNamed(db, target)), ...(await itemsNamed(db, target))]}::text[])`,
        ]
      : []),
    ...(field ? [ofField(model, field)] : []),
    ...(action ? [sql`action = any(${actionsNamed(model, action)}::text[])`] : []),
    ...(result ? [sql`result = ${result}`] : []),
  ]
}

/** More accounts or items of a part of a name are none that somebody means. */
const MAX_NAMED = 500

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The text itself, which may be an id, and the accounts of which it is a part of the name or user name, or the receipt number. */
async function accountsNamed(db: Kysely<Schema>, text: string): Promise<string[]> {
  const part = `%${escaped(text)}%`
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where((eb) =>
      eb.or([eb('name', 'ilike', part), eb('userName', 'ilike', part), eb('receiptNo', '=', text)]),
    )
    .limit(MAX_NAMED)
    .execute()
  return [text, ...rows.map(({ id }) => id)]
}

/** The items of which it is a part of the title, by the index of the search, or the receipt number. */
async function itemsNamed(db: Kysely<Schema>, text: string): Promise<string[]> {
  const query = toSearchQuery(text)
  if (query === undefined) return []
  const { rows } = await sql<{ id: string }>`select id from item where search @@ ${query}::tsquery
    and (position(lower(${text}::text) in lower(title)) > 0 or body ->> '_receiptNo' = ${text}) limit ${MAX_NAMED}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Entries that changed or showed a field whose name or title holds the text. */
function ofField(model: Model, text: string): Condition {
  const fields = model.contentTypes.flatMap((type) => type.fields)
  const named = fields.filter(({ name, title }) => name === text || title.includes(text))
  const names = [...new Set([text, ...named.flatMap(({ name, title }) => [name, title])])]
  const isArray = (key: string) => sql`jsonb_typeof(detail -> ${sql.lit(key)}) = 'array'`
  return sql`(case when ${isArray('changes')} then exists (
      select from jsonb_array_elements(detail -> 'changes') change where change ->> 'field' = any(${names}::text[]))
    when ${isArray('fields')} then jsonb_exists_any(detail -> 'fields', ${names}::text[]) else false end)`
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
