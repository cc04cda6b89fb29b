// Owns the making of volume data: many variations of a type's samples, for measurements.
import { bumpVersion } from '../cache/content-versions.ts'
import type { Services } from '../call.ts'
import { toColumns } from '../content/item-columns.ts'
import { newId } from '../content/new-id.ts'
import { findPlan, type TypePlan } from '../content/type-plan.ts'
import { VectorBuilder } from '../search/search-vector.ts'
import { sealItem } from '../secrets/seal-fields.ts'
import { createRandom } from './random.ts'
import type { Sample } from './sample.ts'
import { toSeedRow } from './sample-row.ts'
import { insertRows, type SeedRow } from './seed-row.ts'

const BATCH = 2_000
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

interface Options {
  readonly type: string
  readonly items: number
  readonly onProgress?: (done: number) => void
}

/** Returns how many were made; without samples none. */
export async function seedVolume(services: Services, { type, items, onProgress }: Options): Promise<number> {
  const { db, model, clock } = services
  const compiled = model()
  const plan = findPlan(compiled, type)
  const samples = (compiled.samples[type] ?? []) as readonly Sample[] // checked with the configuration
  if (!plan || samples.length === 0) return 0
  const now = clock()
  const random = createRandom(items)
  const templates = samples.map((sample) => toTemplate(plan, toSeedRow(plan, sample, new Map(), now)))
  for (let done = 0; done < items; done += BATCH) {
    const size = Math.min(BATCH, items - done)
    const rows = Array.from({ length: size }, (_, index) =>
      vary(plan, templates, random, now, done + index + 1),
    )
    await insertRows(
      db,
      rows.map((row) => ({ ...row, body: sealItem(services, plan.type, row.body) })),
    )
    onProgress?.(done + size)
  }
  await bumpVersion(db, type)
  services.cache.changed(type)
  return items
}

interface Template {
  readonly row: SeedRow
  /** Vector of everything but the title, made once. */
  readonly rest: string
}

function toTemplate(plan: TypePlan, row: SeedRow): Template {
  const { [plan.type.heading]: _heading, ...body } = row.body
  return { row, rest: toColumns(plan, body).search }
}

function vary(
  plan: TypePlan,
  templates: readonly Template[],
  random: () => number,
  now: Date,
  number: number,
): SeedRow {
  const pick = () => templates[Math.floor(random() * templates.length)] as Template // there is at least one
  const { row, rest } = pick()
  const title = `${row.title.slice(0, 40)} ${number}`
  const body: Record<string, unknown> = { ...row.body, [plan.type.heading]: title }
  for (const field of plan.own) {
    const other = EXCHANGED.has(field.type) ? pick().row.body[field.name] : undefined
    if (other !== undefined) body[field.name] = other
  }
  const createdAt = new Date(now.getTime() - Math.floor(random() * SPREAD_MS))
  const id = newId(createdAt)
  tellApart(plan, body, id)
  const { search: _search, ...columns } = {
    ...toColumns({ ...plan, type: { ...plan.type, fields: [] } }, body),
  }
  return {
    ...row,
    ...columns,
    id,
    search: `${titleVector(plan, title)} ${rest}`,
    viewCount: Math.floor(random() ** 3 * 5_000),
    likeCount: 0,
    status: row.status,
    publishedAt: row.publishedAt && createdAt,
    createdAt,
  }
}

/** What may be there once is an item's own, as far as a text can say it, or left out. */
function tellApart({ own }: TypePlan, body: Record<string, unknown>, id: string): void {
  for (const { name, type, unique } of own) {
    if (!unique || body[name] === undefined) continue
    if (type === 'text') body[name] = `${String(body[name]).slice(0, 20)} ${id}`
    else delete body[name]
  }
}

/** Terms that stand in both parts keep the positions of both: the text form of a tsvector allows repetition. */
function titleVector(plan: TypePlan, title: string): string {
  const weight = plan.byName.get(plan.type.heading)?.search
  if (weight === undefined) return ''
  const vector = new VectorBuilder()
  vector.add(title, weight)
  return vector.toString()
}
