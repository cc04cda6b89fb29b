// Generates volume data for measurements: many variations of a type's samples.

import { columnValues, toColumns } from '#server/content/items/item-columns.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { isNumber } from '#server/content/parameters/parameter-plan.ts'
import { parameterTexts } from '#server/content/parameters/parameter-words.ts'
import { insertMany, type NewRow } from '#server/content/write/insert-items.ts'
import { bumpVersion } from '#server/platform/cache/content-versions.ts'
import type { Services } from '#server/platform/call.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { sealItem } from '#server/platform/secrets/seal-fields.ts'
import { type SearchTexts, VectorBuilder } from '#server/platform/text/search-vector.ts'
import type { Field } from '#shared/model/content-model.ts'
import { bulkLoad } from './bulk-load.ts'
import type { Sample } from './sample.ts'
import { toSeedRow } from './sample-row.ts'

/** The share of items without an optional parameter. */
const MISSING = 0.05
const STEPS = 40

/** The field that holds them, by its name; nothing for a type without parameters. */
function varyParameters(
  { parameters }: Pick<TypePlan, 'parameters'>,
  body: Readonly<Record<string, unknown>>,
  random: () => number,
): Record<string, unknown> {
  const set = parameters?.sets.get(String(body[parameters.chooser.name]))
  if (!parameters || !set) return {}
  const before = body[parameters.field.name] as Readonly<Record<string, unknown>> | undefined
  const values = set.fields.flatMap((field): [string, unknown][] => {
    if (!field.required && random() < MISSING) return []
    const choices = parameters.choicesOf(field)
    const value = isNumber(field)
      ? numberFor(field, random)
      : field.type === 'boolean'
        ? random() < 0.5
        : choices
          ? choices[Math.floor(random() * choices.length)]
          : before?.[field.name]
    return value === undefined ? [] : [[field.name, value]]
  })
  return { [parameters.field.name]: Object.fromEntries(values) }
}

function numberFor({ schema, step, type }: Field, random: () => number): number {
  const { minimum = 0, maximum = minimum + 100 } = schema as { minimum?: number; maximum?: number }
  const width = step ?? (type === 'integer' ? 1 : (maximum - minimum) / STEPS)
  const count = Math.max(1, Math.floor((maximum - minimum) / width + 1e-9))
  return Number((minimum + Math.floor(random() * (count + 1)) * width).toPrecision(8))
}

const BATCH = 500
/** From here on, making indexes again costs less than keeping them up to date. */
const MANY = 5_000
const SPREAD_MS = 3 * 365 * 86_400_000

/** Types of fields whose values are exchanged between samples, so that filters find differing numbers of rows. */
const EXCHANGED = new Set([
  'dict',
  'dict-list',
  'region',
  'number',
  'integer',
  'date',
  'date-time',
  'boolean',
])

export interface Volume {
  readonly type: string
  readonly items: number
}

type OnProgress = (volume: Volume, done: number) => void

/**
 * Returns the number of created items; types without samples get none. Large volumes are created all or none, and
 * items are locked meanwhile.
 */
export async function seedVolume(
  services: Services,
  volumes: readonly Volume[],
  onProgress: OnProgress = () => {},
): Promise<number> {
  const { db, database, model, cache } = services
  const known = volumes.filter(({ type, items }) => items > 0 && model().samples[type]?.length)
  const types = known.map(({ type }) => type)
  const total = known.reduce((sum, { items }) => sum + items, 0)
  const fill = async (into: Services['db']): Promise<void> => {
    for (const volume of known) await insertVaried(services, into, volume, onProgress)
  }
  if (total < MANY) await fill(db)
  else
    await db
      .transaction()
      .execute((transaction) =>
        bulkLoad(transaction, { kind: database.kind, model: model(), types }, () => fill(transaction)),
      )
  for (const type of types) {
    await bumpVersion(db, type)
    cache.changed(type)
  }
  return total
}

async function insertVaried(
  services: Services,
  db: Services['db'],
  volume: Volume,
  onProgress: OnProgress,
): Promise<void> {
  const { type, items } = volume
  const plan = findPlan(services.model(), type) as TypePlan
  const samples = services.model().samples[type] as readonly Sample[] // checked with the configuration
  const now = services.clock()
  const random = createRandom(items)
  const templates = samples.map((sample) => toTemplate(plan, toSeedRow(plan, sample, new Map(), now)))
  let inserting = Promise.resolve()
  for (let done = 0; done < items; done += BATCH) {
    const size = Math.min(BATCH, items - done)
    const rows = Array.from({ length: size }, (_, index) =>
      vary(plan, templates, random, now, done + index + 1),
    )
    const sealed = rows.map((row) => ({ ...row, body: sealItem(services, plan.type, row.body) }))
    await inserting
    // The next batch is made while the database takes this one.
    inserting = insertMany(db, sealed)
    inserting.catch(() => undefined) // is awaited with the next
    await new Promise(setImmediate)
    onProgress(volume, done + size)
  }
  await inserting
}

interface Template {
  readonly row: NewRow
  /** Vector of everything but the title, made once. */
  readonly rest: string
}

/** Leaves codes out of a template's search vector, because codes vary between its items. */
const withoutCodes = ({ coded }: TypePlan) => ({ ...coded, of: () => [] })

function toTemplate(plan: TypePlan, row: NewRow): Template {
  const { type } = plan
  const { [type.heading]: _heading, ...body } = row.body
  return { row, rest: toColumns({ type, coded: withoutCodes(plan) }, body).search }
}

function vary(
  plan: TypePlan,
  templates: readonly Template[],
  random: () => number,
  now: Date,
  number: number,
): NewRow {
  const pick = () => templates[Math.floor(random() * templates.length)] as Template // there is at least one
  const { row, rest } = pick()
  const title = `${row.title.slice(0, 40)} ${number}`
  const body: Record<string, unknown> = { ...row.body, [plan.type.heading]: title }
  for (const field of plan.own) {
    // The category stays, since names and pictures are of it.
    if (field === plan.parameters?.chooser) continue
    const other = EXCHANGED.has(field.type) ? pick().row.body[field.name] : undefined
    if (other !== undefined) body[field.name] = other
  }
  Object.assign(body, varyParameters(plan, body, random))
  const createdAt = new Date(now.getTime() - Math.floor(random() * SPREAD_MS))
  const id = newId(createdAt)
  makeUnique(plan, body, id)
  return {
    ...row,
    ...columnValues(plan.type, body),
    body,
    id,
    search: `${titleVector(plan, title, [...plan.coded.of(body), ...parameterTexts(plan.parameters, body)])} ${rest}`,
    viewCount: Math.floor(random() ** 3 * 5_000),
    likeCount: 0,
    status: row.status,
    publishedAt: row.publishedAt && createdAt,
    createdAt,
  }
}

/** Makes unique values distinct where a text allows it, and removes them otherwise. */
function makeUnique({ own }: TypePlan, body: Record<string, unknown>, id: string): void {
  for (const { name, type, unique } of own) {
    if (!unique || body[name] === undefined) continue
    if (type === 'text') body[name] = `${String(body[name]).slice(0, 20)} ${id}`
    else delete body[name]
  }
}

/** Terms in both parts keep the positions of both: the text form of a tsvector allows repetition. */
function titleVector(plan: TypePlan, title: string, words: SearchTexts): string {
  const weight = plan.byName.get(plan.type.heading)?.search
  const vector = new VectorBuilder()
  if (weight !== undefined) vector.add(title, weight)
  vector.addWords(words)
  return vector.toString()
}

/** mulberry32: numbers from 0 to below 1. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
