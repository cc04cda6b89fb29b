// Compiles the retention of personal data, and of deleted items, into rules: each says which rows have reached it and what deletes them.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inStates } from '#server/content/fields/public-states.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { holderOwners } from '#server/content/workflow/referential-integrity.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { personalFieldsOf, personalUseOf, retentionOf } from '#shared/access/personal-fields.ts'
import { endedStates, isPublic } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field, Retention } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { eraseItems, neededBy } from './erase-deleted.ts'
import { ANONYMOUS, eraseAnswers, eraseFields } from './erase-items.ts'
import type { Expiry, PersonalTable } from './tables/personal-table.ts'
import { personalTables } from './tables/personal-tables.ts'

const DAY_MS = 86_400_000

/** One retention of one content type or table. */
export interface RetentionRule {
  /** For operators, such as 意见反馈：联系方式. */
  readonly title: string
  /** Of the audit log: the content type or table. */
  readonly target: string
  /** The content type, where items change. */
  readonly type?: string
  /** In words, such as 办结后 1 年. */
  readonly period: string
  /** How many rows have reached it. */
  count(db: Kysely<Schema>, now: Date): Promise<number>
  /** Deletes as many of them, at most; answers how many. */
  erase(transaction: Kysely<Schema>, now: Date, most: number): Promise<number>
}

export const retentionRules = ({ model }: Pick<Services, 'model'>): RetentionRule[] => [
  ...model().contentTypes.flatMap((type) => [...rulesOfType(model, type), ...rulesOfBin(model, type)]),
  ...personalTables().flatMap(([table, declared]) =>
    (declared.expires ?? []).map((expiry) => ruleOfTable(table, declared, expiry)),
  ),
]

export const describeRetention = ({ years, days }: Retention): string =>
  [...(years ? [`${years} 年`] : []), ...(days ? [`${days} 天`] : [])].join('零 ')

/** Fields of the same retention are erased together. */
function rulesOfType(model: () => Model, type: ContentType): RetentionRule[] {
  const groups = new Map<string, { readonly retention: Retention; readonly fields: Field[] }>()
  for (const field of personalFieldsOf(type)) {
    const { retention } = personalUseOf(type, field)
    if (!retention) continue
    const key = JSON.stringify([retentionOf(retention), retention.states])
    const group = groups.get(key) ?? { retention, fields: [] }
    group.fields.push(field)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ retention, fields }) => ({
    title: `${type.title}：${fields.map(({ title }) => title).join('、')}`,
    target: type.name,
    type: type.name,
    period: `办结后 ${describeRetention(retention)}`,
    count: (db, now) => countItems(db, isDue(model(), type, retention, fields, now)),
    erase: async (transaction, now, most) => {
      const ids = await lockItems(transaction, isDue(model(), type, retention, fields, now), most)
      if (ids.length === 0) return 0
      const those = (column: string) => sql`${sql.ref(column)} = any(${ids}::text[])`
      await eraseFields(transaction, { model }, { type, fields, which: (row) => those(`${row}.id`) })
      await eraseAnswers(transaction, model(), those('item_id'))
      await sql`delete from record_change where place in ('item', 'version', 'left')
        and ${those('key')}`.execute(transaction)
      return ids.length
    },
  }))
}

/** Deleted items go whole. */
function rulesOfBin(model: () => Model, type: ContentType): RetentionRule[] {
  return Object.entries(type.lifecycle.states).flatMap(([state, { gone, retentionDays: days }]) => {
    if (!gone || days === undefined) return []
    const isOver = (
      now: Date,
    ) => sql`item.type = ${type.name} and ${sql.raw(inStates([state], 'item.status'))}
      and coalesce(item.status_since, item.updated_at) <= ${new Date(now.getTime() - days * DAY_MS)}
      and not (${sql.join(
        neededBy(model(), type).map(([condition]) => condition),
        sql` or `,
      )})`
    return [
      {
        title: `${type.title}：回收站中的内容`,
        target: type.name,
        type: type.name,
        period: `删除后 ${describeRetention({ days })}`,
        count: (db, now) => countItems(db, isOver(now)),
        erase: async (transaction, now, most) => {
          const ids = await lockItems(transaction, isOver(now), most)
          if (ids.length > 0) await eraseItems(transaction, ids)
          return ids.length
        },
      },
    ]
  })
}

async function countItems(db: Kysely<Schema>, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total from item where ${which}`.execute(db)
  return rows[0]?.total ?? 0
}

async function lockItems(
  transaction: Kysely<Schema>,
  which: RawBuilder<unknown>,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select item.id from item where ${which}
    order by item.id limit ${most} for update of item skip locked`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Items that have ended so long ago, still have one of the fields, and that nothing under way needs. */
function isDue(
  model: Model,
  type: ContentType,
  retention: Retention,
  fields: readonly Field[],
  now: Date,
): RawBuilder<unknown> {
  const states = retention.states ?? endedStates(type.lifecycle)
  const names = fields.map(({ name }) => name).filter((name) => name !== type.heading)
  const isThere = [
    sql`jsonb_exists_any(item.body, ${names}::text[])`,
    ...(names.length < fields.length ? [sql`item.title <> ${ANONYMOUS}`] : []),
  ]
  return sql`item.type = ${type.name} and ${sql.raw(inStates(states, 'item.status'))}
    and coalesce(item.status_since, item.created_at) <= ${new Date(now.getTime() - retentionOf(retention))}
    and (${sql.join(isThere, sql` or `)})
    and not exists (select from pending_version change where change.item_id = item.id)
    and not exists (${holderOwners(model, type, sql`item.id`)})
    and not exists (select from item child where child.parent_id = item.id and ${isUnderWay(model, type)})`
}

/** An item below that has neither ended nor been published: somebody still works on it. */
function isUnderWay(model: Model, above: ContentType): RawBuilder<unknown> {
  const kinds = model.contentTypes.flatMap((type) => {
    const parent = type.parent === undefined ? undefined : findPlan(model, type.name)?.byName.get(type.parent)
    if (parent?.ref !== above.name) return []
    const ended = new Set(endedStates(type.lifecycle))
    const states = Object.keys(type.lifecycle.states).filter(
      (state) => !ended.has(state) && !isPublic(type.lifecycle, state),
    )
    return states.length === 0 ? [] : [{ name: type.name, states }]
  })
  if (kinds.length === 0) return sql`false`
  const any = kinds.map(
    ({ name, states }) => sql`(child.type = ${name} and ${sql.raw(inStates(states, 'child.status'))})`,
  )
  return sql`(${sql.join(any, sql` or `)})`
}

function ruleOfTable(table: keyof Schema, { title }: PersonalTable, expiry: Expiry): RetentionRule {
  const { days, since, which, where, empties } = expiry
  const rows = sql.table(table)
  const isOver = (now: Date) => sql`${sql.ref(`${table}.${since}`)}::timestamptz
    <= ${new Date(now.getTime() - days * DAY_MS)} ${where === undefined ? sql`` : sql`and ${sql.raw(where)}`}`
  return {
    title: which === undefined ? title : `${title}（${which}）`,
    target: table,
    period: describeRetention(days % 365 === 0 ? { years: days / 365 } : { days }),
    count: async (db, now) => {
      const found = await sql<{ total: number }>`select count(*)::int as total from ${rows}
        where ${isOver(now)}`.execute(db)
      return found.rows[0]?.total ?? 0
    },
    erase: async (transaction, now, most) => {
      const picked = sql`${rows}.ctid = any(array(select ${rows}.ctid from ${rows} where ${isOver(now)}
        limit ${most} for update skip locked))`
      if (empties) {
        const emptied = sql.join(empties.map((column) => sql`${sql.ref(column)} = null`))
        const done = await sql`update ${rows} set ${emptied} where ${picked}`.execute(transaction)
        return Number(done.numAffectedRows ?? 0)
      }
      const parts = personalTables().filter(([, { partOf }]) => partOf?.table === table)
      if (parts.length === 0) {
        const done = await sql`delete from ${rows} where ${picked}`.execute(transaction)
        return Number(done.numAffectedRows ?? 0)
      }
      const deleted = await sql<{ id: string }>`delete from ${rows} where ${picked} returning id`.execute(
        transaction,
      )
      const ids = deleted.rows.map(({ id }) => id)
      for (const [part, { partOf }] of parts)
        await sql`delete from ${sql.table(part)} where ${sql.ref(partOf?.column ?? '')} = any(${ids}::text[])`.execute(
          transaction,
        )
      return ids.length
    },
  }
}
