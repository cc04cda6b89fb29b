// Lists the items that the scheduler is to publish or to take down, and the releases, the soonest first.
import { type RawBuilder, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import type { Call } from '#server/platform/call.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { instantAt } from '#shared/formats/portal-time.ts'
import { EXPIRE_AT, PUBLISH_AT } from '#shared/lifecycles/schedule.ts'
import type { Model } from '#shared/model/model.ts'
import { isWithinRoles } from './within-roles.ts'

const DAY_MS = 86_400_000

interface Scheduled {
  readonly type: string
  readonly status: string
  readonly field: string
  readonly title: string
}

/** The states in which items wait for the time that a field says, with what happens then. */
const scheduledStates = ({ contentTypes }: Model): Scheduled[] =>
  contentTypes.flatMap(({ name, lifecycle }) =>
    lifecycle.transitions.flatMap(({ due, from, title }) =>
      due?.field === PUBLISH_AT || due?.field === EXPIRE_AT
        ? from.map((status) => ({ type: name, status, field: due.field ?? '', title }))
        : [],
    ),
  )

/** SQL that appends the condition that a time lies within the days of a filter, both included. */
export function withinDays(
  params: Call['params'],
  name: string,
  at: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [from, to] = [readText(params, `${name}From`), readText(params, `${name}To`)]
  return sql`${from === undefined ? sql`` : sql`and ${at} >= ${instantAt(from).toISOString()}`}
    ${to === undefined ? sql`` : sql`and ${at} < ${instantAt(nextDay(to)).toISOString()}`}`
}

const nextDay = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** In place of a content type: releases stand beside the items. */
const RELEASE = 'release'
/** As times stand in the bodies of items. */
const PLANNED_AT = sql`to_char(release.planned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

interface Row {
  readonly type: string
  readonly at: string
}

export function listScheduled(call: Call): Promise<Paged<unknown>> {
  const only = readText(call.params, 'dataType')
  const scheduled = scheduledStates(call.services.model()).filter(
    ({ type }) => only === undefined || type === only,
  )
  const rows = scheduled.map(
    ({ type, status, field, title }) => `(${[type, status, field, title].map(quote).join(', ')})`,
  )
  const states = rows.length > 0 ? `values ${rows.join(', ')}` : `select '', '', '', '' where false`
  const within = (at: RawBuilder<unknown>) => withinDays(call.params, 'at', at)
  const at = sql`item.body->>planned.field`
  const releases = sql`union all
      select release.id, '${sql.raw(RELEASE)}', release.title, null, '发布计划', ${PLANNED_AT}, release.author_id
      from release where release.state = 'arranged' ${within(PLANNED_AT)}`
  return readPage(
    call,
    {
      columns: sql`id, type, title, status, what, at,
        (select account.name from account where account.id = planned.owner_id) as owner_name`,
      from: sql`from (
        select item.id, item.type, item.title, item.status, planned.what, ${at} as at, item.owner_id
        from (${sql.raw(states)}) planned (type, status, field, what)
        join item on item.type = planned.type and item.status = planned.status and ${at} <> ''
        where ${isWithinRoles(call.services.model(), call.caller, 'publishing.scheduled')} ${within(at)}
        ${only === undefined ? releases : sql``}) planned`,
      order: sql`at, id`,
    },
    ({ type, ...row }: Row) => ({ ...row, type, dataType: type === RELEASE ? null : type }),
  )
}
