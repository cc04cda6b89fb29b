// Counts the records that a change of the configuration affects.
import { type Kysely, sql } from 'kysely'
import { containsCode } from '#config/records/dictionary-codes.ts'
import type { RecordChange } from '#config/records/record-change.ts'
import { comparable, present } from '#server/content/fields/unique-fields.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { validatorOf } from '#server/platform/validation/build-ajv.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'
import { type ChangeSummary, toChangeSummary } from './change-summary.ts'
import { findField, isFieldVisible } from './migration-context.ts'
import { countLacking, countTogether, countValues, countWithValue } from './read-values.ts'
import { isSubmittedRecord, PLACE_WORDS, type RecordSource, sourcesOf } from './record-sources.ts'

type Db = Kysely<Schema>
type Of<Kind extends RecordChange['kind']> = Extract<RecordChange, { kind: Kind }>

/** Of the records as they are stored now; `model` is the configuration that would be next. */
export async function countAffected(db: Db, change: RecordChange, model: Model): Promise<ChangeSummary> {
  switch (change.kind) {
    case 'type-removed':
    case 'form-removed':
    case 'set-removed':
      return bySource(sourcesOf(change.holder, model), (source) => countAll(db, source))
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
    case 'path-gone':
      return countAddresses(db, change, model)
    case 'page-gone':
      return countFollows(db, change)
    case 'role-removed': {
      const { rows } = await sql<{ held: number }>`
        select count(*)::int as held from account where role = ${change.role}`.execute(db)
      return toChangeSummary([['个账号', rows[0]?.held ?? 0]])
    }
  }
}

async function bySource(
  sources: readonly RecordSource[],
  count: (source: RecordSource) => Promise<number>,
): Promise<ChangeSummary> {
  const entries: [string, number][] = []
  for (const source of sources) entries.push([PLACE_WORDS[source.place], await count(source)])
  return toChangeSummary(entries)
}

async function countAll(db: Db, { from }: RecordSource): Promise<number> {
  const { rows } = await sql<{ held: number }>`select count(*)::int as held from ${from}`.execute(db)
  return rows[0]?.held ?? 0
}

/** Drafts are validated when they are submitted, and forms submitted earlier are history, so neither is counted. */
async function countUnfit(
  db: Db,
  { kind, holder, field, isOther }: Of<'field-retyped' | 'field-tightened'>,
  model: Model,
): Promise<ChangeSummary> {
  const sources = sourcesOf(holder, model).filter(
    (source) => kind === 'field-retyped' || isSubmittedRecord(source),
  )
  const schema = findField(model, holder.name, field)?.schema
  if (isOther || !schema) return bySource(sources, (source) => countWithValue(db, source, field))
  return bySource(sources, (source) => {
    const fits = fitsIn(source, schema, kind === 'field-retyped')
    return countValues(db, source, field, (value) => !fits(value))
  })
}

/** A draft need not be complete, nor within limits: only of the type. */
function fitsIn(source: RecordSource, schema: JsonSchema, isRetyped: boolean): (value: unknown) => boolean {
  if (isSubmittedRecord(source) || !isRetyped) return validatorOf(schema)
  const { type, items, enum: listed } = schema
  const loose = { type, ...(items ? { items } : {}), ...(listed ? { enum: listed } : {}) }
  return validatorOf(loose)
}

async function countMissing(
  db: Db,
  { holder, field }: Of<'field-required'>,
  model: Model,
): Promise<ChangeSummary> {
  const sources = sourcesOf(holder, model).filter(isSubmittedRecord)
  const form = holder.kind === 'type' ? model.forms.find(({ id }) => id === holder.name) : undefined
  if (!form || Object.keys(form.conditions).length === 0)
    return bySource(sources, (source) => countWithValue(db, source, field, { lacks: true }))
  return bySource(sources, (source) =>
    countLacking(db, source, field, (body) =>
      isFieldVisible(model, holder.name, field, body as Readonly<Record<string, unknown>>),
    ),
  )
}

async function countCollisions(
  db: Db,
  { holder, field }: Of<'field-unique'>,
  model: Model,
): Promise<ChangeSummary> {
  const type = model.contentTypes.find(({ name }) => name === holder.name)
  if (!type || holder.kind !== 'type') return toChangeSummary([])
  const value = sql`body ->> ${field}`
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(times), 0)::int as held from (
      select count(*) as times from item
      where ${sql.raw(present(type))} and coalesce(${value}, '') <> ''
      group by ${sql.raw(comparable(`body->>'${field.replaceAll("'", "''")}'`))} having count(*) > 1
    ) same`.execute(db)
  return toChangeSummary([[PLACE_WORDS.item, rows[0]?.held ?? 0]])
}

/** A record that holds it in several fields counts once. */
async function countCodes(db: Db, change: Of<'code-removed'>, model: Model): Promise<ChangeSummary> {
  const holders = new Map(change.places.map(({ holder }) => [`${holder.kind} ${holder.name}`, holder]))
  const entries: (readonly [string, number])[] = []
  for (const [key, holder] of holders) {
    const places = change.places.filter((place) => `${place.holder.kind} ${place.holder.name}` === key)
    const isHeld = (values: Readonly<Record<string, unknown>>) =>
      places.some(({ field, shape }) => containsCode(shape, change.dictionary, values[field], change.code))
    const fields = places.map(({ field }) => field)
    const summary = await bySource(sourcesOf(holder, model), (source) =>
      countTogether(db, source, fields, isHeld),
    )
    entries.push(...summary)
  }
  return toChangeSummary(entries)
}

async function countStates(
  db: Db,
  { types, state }: Of<'state-removed' | 'state-hidden'>,
): Promise<ChangeSummary> {
  const among = sql`item.type in (${sql.join(types)})`
  const { rows } = await sql<{ items: number; versions: number }>`
    select (select count(*)::int from item where ${among} and (status = ${state} or left_status = ${state})) as items,
      (select count(*)::int from pending_version join item on item.id = pending_version.item_id
        where ${among} and pending_version.status = ${state}) as versions`.execute(db)
  return toChangeSummary([
    [PLACE_WORDS.item, rows[0]?.items ?? 0],
    [PLACE_WORDS.version, rows[0]?.versions ?? 0],
  ])
}

/** Counts the items on the page with that address. A deleted type has a report of its own. */
async function countAddresses(db: Db, { type }: Of<'path-gone'>, model: Model): Promise<ChangeSummary> {
  const isThere = model.contentTypes.some(({ name }) => name === type)
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from item where type = ${isThere ? (type ?? '') : ''}`.execute(db)
  return toChangeSummary([[PLACE_WORDS.item, rows[0]?.held ?? 0]])
}

async function countFollows(db: Db, { page }: Of<'page-gone'>): Promise<ChangeSummary> {
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from follow where place = ${page} and kind <> 'item'`.execute(db)
  return toChangeSummary([['个关注', rows[0]?.held ?? 0]])
}
