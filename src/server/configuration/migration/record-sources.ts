// Describes where records are stored: items, pending changes, drafts, answers; and locks them.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Holder } from '#config/records/record-change.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'

/** The kind of a stored row. */
export type RecordKind = 'version' | 'left' | 'item' | 'draft' | 'application' | 'answers'

type Sql = RawBuilder<unknown>

interface RecordTable {
  /** Behind a number of them. */
  readonly words: string
  readonly table: Sql
  /** Tables with their condition, behind `from`; of a content type or a form. */
  readonly from: (holder: string) => Sql
  /** Names a row, and sorts as text. */
  readonly key: Sql
  readonly status: Sql
  readonly left: Sql
  /** The object with the answers, by field. */
  readonly body: Sql
  /** The columns to write, and the row to write them to, of a row called `given`. */
  readonly set: Sql
  readonly match: Sql
  /** The column that holds the body, where the record is part of another row; its form stands beside it. */
  readonly part?: Sql
}

const NONE = sql`null::text`
const besideItem = (table: string) => ({
  table: sql.table(table),
  from: (type: string) =>
    sql`${sql.table(table)} join item on item.id = ${sql.table(table)}.item_id where item.type = ${type}`,
  key: sql.ref(`${table}.item_id`),
  body: sql.ref(`${table}.body`),
  match: sql`item_id = given.key`,
})
const partOf = (table: string, column: string) => ({
  table: sql.table(table),
  from: (form: string) =>
    sql`${sql.table(table)} where ${sql.ref(`${table}.form`)} = ${form} and ${sql.ref(`${table}.${column}`)} is not null`,
  status: NONE,
  left: NONE,
  body: sql.ref(`${table}.${column}`),
  set: sql`form = given.holder, ${sql.ref(column)} = given.body::jsonb`,
  part: sql.ref(column),
})

/** Rows beside an item are found by the item's type, so they come before the items. */
export const RECORD_TABLES: Readonly<Record<RecordKind, RecordTable>> = {
  version: {
    ...besideItem('pending_version'),
    words: '份待审核的修改',
    status: sql`pending_version.status`,
    left: NONE,
    set: sql`status = given.status, body = given.body::jsonb`,
  },
  left: {
    ...besideItem('left_version'),
    words: '份下线前的版本',
    status: NONE,
    left: NONE,
    set: sql`body = given.body::jsonb`,
  },
  item: {
    words: '条内容',
    table: sql`item`,
    from: (type) => sql`item where item.type = ${type}`,
    key: sql`item.id`,
    status: sql`item.status`,
    left: sql`item.left_status`,
    body: sql`item.body`,
    set: sql`type = given.holder, status = given.status, left_status = given.left, body = given.body::jsonb`,
    match: sql`item.id = given.key`,
  },
  draft: {
    words: '份草稿',
    table: sql`draft`,
    from: (form) => sql`draft where draft.form = ${form}`,
    key: sql`draft.user_id || ' ' || draft.key`,
    status: NONE,
    left: NONE,
    body: sql`draft.body`,
    set: sql`form = given.holder, body = given.body::jsonb`,
    match: sql`draft.user_id || ' ' || draft.key = given.key`,
  },
  application: {
    ...partOf('account', 'application'),
    words: '个账号的申请资料',
    key: sql`account.id`,
    match: sql`account.id = given.key`,
  },
  answers: {
    ...partOf('transition_log', 'answers'),
    words: '条流程记录',
    key: sql`lpad(transition_log.id::text, 20, '0')`,
    match: sql`transition_log.id = given.key::bigint`,
  },
}

export const RECORD_KINDS = Object.keys(RECORD_TABLES) as readonly RecordKind[]

export interface RecordSource extends Pick<RecordTable, 'key' | 'body'> {
  readonly kind: RecordKind
  readonly from: Sql
}

const TYPE_KINDS = ['item', 'version', 'left', 'draft'] as const
const FORM_KINDS = ['draft', 'application', 'answers'] as const

const sourcesIn = (kinds: readonly RecordKind[], holder: string): RecordSource[] =>
  kinds.map((kind) => {
    const { from, key, body } = RECORD_TABLES[kind]
    return { kind, from: from(holder), key, body }
  })

/** Everything that was written with it. `model` says which types have parameters of the family. */
export function sourcesOf({ kind, name }: Holder, model: Pick<Model, 'contentTypes'>): RecordSource[] {
  if (kind === 'type') return sourcesIn(TYPE_KINDS, name)
  if (kind === 'form') return sourcesIn(FORM_KINDS, name)
  const [family = '', set = ''] = name.split('/')
  return model.contentTypes.flatMap((type) =>
    type.fields.flatMap(({ name: field, parameters }) =>
      parameters?.family === family
        ? sourcesIn(TYPE_KINDS, type.name).map(({ from, body, ...source }) => ({
            ...source,
            from: sql`${from} and ${body} ->> ${parameters.by} = ${set}`,
            body: sql`(${body} -> ${field})`,
          }))
        : [],
    ),
  )
}

/**
 * Returns true for submitted records, false for forms that are drafts or were submitted with an earlier transition.
 */
export function isSubmittedRecord(kind: RecordKind): boolean {
  return kind === 'item' || kind === 'version' || kind === 'left'
}

/** Locks the tables against writes, so that a change of all records misses none that is written meanwhile. */
export async function lockRecords(db: Kysely<Schema>): Promise<void> {
  const tables = sql.join(RECORD_KINDS.map((kind) => RECORD_TABLES[kind].table))
  await sql`lock table ${tables} in share row exclusive mode`.execute(db)
}

/** Processes that start together pass the migration guard one by one, under any constant as the number of the lock. */
export async function lockGuard(db: Kysely<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(7318207)`.execute(db)
}
