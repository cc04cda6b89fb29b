// Counts the records that a change of the configuration affects.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { containsCode } from '#config/records/dictionary-codes.ts'
import type { RecordChange } from '#config/records/record-change.ts'
import { comparable, present } from '#server/content/fields/unique-fields.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { validatorOf } from '#server/platform/validation/build-ajv.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'
import { type ChangeSummary, toChangeSummary } from './change-summary.ts'
import { findField, isFieldVisible } from './migration-context.ts'
import { isSubmittedRecord, RECORD_TABLES, type RecordSource, sourcesOf } from './record-sources.ts'
import { isScopeOf } from './rename-everywhere.ts'

type Db = Kysely<Schema>
type Of<Kind extends RecordChange['kind']> = Extract<RecordChange, { kind: Kind }>
type Body = Readonly<Record<string, unknown>>

const ITEMS = RECORD_TABLES.item.words

/** Of the records as they are stored now; `model` is the configuration that would be next. */
export async function countAffected(db: Db, change: RecordChange, model: Model): Promise<ChangeSummary> {
  switch (change.kind) {
    case 'type-removed':
    case 'form-removed':
    case 'set-removed':
      return bySource(sourcesOf(change.holder, model), ({ from }) => count(db, from))
    case 'field-removed':
      return bySource(sourcesOf(change.holder, model), (source) => countWithValue(db, source, change.field))
    case 'field-retyped':
    case 'field-tightened':
      return countUnfit(db, change, model)
    case 'field-required':
      return countMissing(db, change, model)
    case 'field-unique':
      return countCollisions(db, change, model)
    case 'code-removed':
      return countCodes(db, change, model)
    case 'state-removed':
    case 'state-hidden':
      return countStates(db, change)
    case 'path-gone': {
      // The items on the page with that address. A deleted type has a report of its own.
      const isThere = model.contentTypes.some(({ name }) => name === change.type)
      const type = isThere ? (change.type ?? '') : ''
      return toChangeSummary([[ITEMS, await count(db, sql`item where type = ${type}`)]])
    }
    case 'page-gone': {
      const follows = sql`follow where place = ${change.page} and kind <> 'item'`
      return toChangeSummary([['个关注', await count(db, follows)]])
    }
    case 'role-removed':
      return toChangeSummary([
        ['个账号', await count(db, sql`account where ${change.role} in (role, own_role)`)],
      ])
  }
}

async function bySource(
  sources: readonly RecordSource[],
  countIn: (source: RecordSource) => Promise<number>,
): Promise<ChangeSummary> {
  const entries: [string, number][] = []
  for (const source of sources) entries.push([RECORD_TABLES[source.kind].words, await countIn(source)])
  return toChangeSummary(entries)
}

const countWithValue = (db: Db, source: RecordSource, field: string): Promise<number> =>
  count(db, sql`${source.from} and ${hasValue(source, field)}`)

const submittedOf = (holder: Of<'field-required'>['holder'], model: Model): RecordSource[] =>
  sourcesOf(holder, model).filter(({ kind }) => isSubmittedRecord(kind))

/** Drafts are validated when they are submitted, and forms submitted earlier are history, so neither is counted. */
async function countUnfit(
  db: Db,
  { kind, holder, field, isOther }: Of<'field-retyped' | 'field-tightened'>,
  model: Model,
): Promise<ChangeSummary> {
  const isRetyped = kind === 'field-retyped'
  const sources = isRetyped ? sourcesOf(holder, model) : submittedOf(holder, model)
  const schema = findField(model, holder.name, field)?.schema
  if (isOther || !schema) return bySource(sources, (source) => countWithValue(db, source, field))
  return bySource(sources, (source) => {
    const fits = fitsIn(source, schema, isRetyped)
    return countByValue(db, source, {
      value: sql`${source.body} -> ${field}`,
      where: hasValue(source, field),
      isMeant: (value) => !fits(value),
    })
  })
}

/** A draft need not be complete, nor within limits: only of the type. */
function fitsIn({ kind }: RecordSource, schema: JsonSchema, isRetyped: boolean): (value: unknown) => boolean {
  if (isSubmittedRecord(kind) || !isRetyped) return validatorOf(schema)
  const { type, items, enum: listed } = schema
  return validatorOf({ type, ...(items ? { items } : {}), ...(listed ? { enum: listed } : {}) })
}

async function countMissing(
  db: Db,
  { holder, field }: Of<'field-required'>,
  model: Model,
): Promise<ChangeSummary> {
  const form = holder.kind === 'type' ? model.forms.find(({ id }) => id === holder.name) : undefined
  const hasConditions = form !== undefined && Object.keys(form.conditions).length > 0
  return bySource(submittedOf(holder, model), (source) => {
    const where = sql`not (${hasValue(source, field)})`
    if (!hasConditions) return count(db, sql`${source.from} and ${where}`)
    const isMeant = (body: Body) => isFieldVisible(model, holder.name, field, body)
    return countByValue(db, source, { value: source.body, where, isMeant })
  })
}

async function countCollisions(
  db: Db,
  { holder, field }: Of<'field-unique'>,
  model: Model,
): Promise<ChangeSummary> {
  const type = model.contentTypes.find(({ name }) => name === holder.name)
  if (!type || holder.kind !== 'type') return toChangeSummary([])
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(times), 0)::int as held from (
      select count(*) as times from item
      where ${sql.raw(present(type))} and coalesce(body ->> ${field}, '') <> ''
      group by ${sql.raw(comparable(`body->>'${field.replaceAll("'", "''")}'`))} having count(*) > 1
    ) same`.execute(db)
  return toChangeSummary([[ITEMS, rows[0]?.held ?? 0]])
}

/** A record that holds it in several fields counts once. */
async function countCodes(db: Db, change: Of<'code-removed'>, model: Model): Promise<ChangeSummary> {
  const holders = new Map(change.places.map(({ holder }) => [`${holder.kind} ${holder.name}`, holder]))
  const entries: (readonly [string, number])[] = []
  for (const [key, holder] of holders) {
    const places = change.places.filter((place) => `${place.holder.kind} ${place.holder.name}` === key)
    const isMeant = (values: Body) =>
      places.some(({ field, shape }) => containsCode(shape, change.dictionary, values[field], change.code))
    const summary = await bySource(sourcesOf(holder, model), (source) => {
      const values = places.flatMap(({ field }) => [sql.lit(field), sql`${source.body} -> ${sql.lit(field)}`])
      const held = places.map(({ field }) => hasValue(source, field))
      return countByValue(db, source, {
        value: sql`jsonb_build_object(${sql.join(values)})`,
        where: sql`(${sql.join(held, sql` or `)})`,
        isMeant,
      })
    })
    entries.push(...summary)
  }
  const types = change.places.flatMap(({ holder, field }) =>
    model.contentTypes.some(({ name, category }) => name === holder.name && category === field)
      ? [holder.name]
      : [],
  )
  const scopes = sql`role_assignment where ${isScopeOf(types, change.code)} and state in ('requested', 'active')`
  return toChangeSummary([...entries, ['个角色授权', await count(db, scopes)]])
}

async function countStates(
  db: Db,
  { types, state }: Of<'state-removed' | 'state-hidden'>,
): Promise<ChangeSummary> {
  const among = sql`item.type in (${sql.join(types)})`
  const items = sql`item where ${among} and (status = ${state} or left_status = ${state})`
  const versions = sql`pending_version join item on item.id = pending_version.item_id
    where ${among} and pending_version.status = ${state}`
  return toChangeSummary([
    [ITEMS, await count(db, items)],
    [RECORD_TABLES.version.words, await count(db, versions)],
  ])
}

const BATCH = 2_000

/** SQL: something is written there. */
const hasValue = ({ body }: RecordSource, field: string): RawBuilder<unknown> =>
  sql`coalesce(${body} -> ${field}, 'null') not in ('null', '""', '[]', '{}')`

/** `from` is SQL behind `from`, with its conditions. */
async function count(db: Kysely<Schema>, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ held: number }>`select count(*)::int as held from ${from}`.execute(db)
  return rows[0]?.held ?? 0
}

interface Wanted<Value> {
  /** SQL of what is read of each record, and which are read. */
  readonly value: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  readonly isMeant: (value: Value) => boolean
}

async function countByValue<Value>(
  db: Kysely<Schema>,
  { from, key }: RecordSource,
  { value, where, isMeant }: Wanted<Value>,
): Promise<number> {
  let total = 0
  for (let last = ''; ; ) {
    const { rows } = await sql<{ key: string; value: Value }>`
      select ${key} as key, ${value} as value from ${from} and ${where} and ${key} > ${last}
      order by 1 limit ${BATCH}`.execute(db)
    total += rows.filter((row) => isMeant(row.value)).length
    last = rows.at(-1)?.key ?? ''
    if (rows.length < BATCH) return total
  }
}
