// Renews stored search vectors after a change of the configuration or of their algorithm.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { searchVector } from '#server/content/items/item-columns.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { textsSignature } from '#server/content/parameters/parameter-words.ts'
import type { Services } from '#server/platform/call.ts'
import { VECTOR_VERSION } from '#server/platform/text/search-vector.ts'

const BATCH = 200

type Renewing = Pick<Services, 'db' | 'model' | 'cache'>

interface Row {
  readonly id: string
  readonly revision: number
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Returns how many items were renewed. Until it is done, older items are found as they were before. When `signal` is
 * aborted it ends after the batch at hand; the next call begins that type again.
 */
export async function renewVectors(services: Renewing, signal?: AbortSignal): Promise<number> {
  let renewed = 0
  const model = services.model()
  for (const { name } of model.contentTypes) {
    if (signal?.aborted) break
    const plan = findPlan(model, name)
    if (plan) renewed += await renewType(services, plan, signal)
  }
  return renewed
}

async function renewType(
  { db, cache }: Renewing,
  plan: TypePlan,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { type } = plan
  const key = `search.${type.name}`
  const value = JSON.stringify(signatureOf(plan))
  const known = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  if (known && JSON.stringify(known.value) === value) return 0
  let renewed = 0
  for (let after = ''; ; ) {
    const { rows } = await sql<Row>`select id, revision, body from item
      where type = ${type.name} and id > ${after} order by id limit ${BATCH}`.execute(db)
    const last = rows.at(-1)
    if (!last) break
    if (signal?.aborted) return renewed
    // A concurrent write renews the vector itself, so only the revision that was read gets this one.
    await sql`update item set search = renewed.search::tsvector
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ revision }) => revision)}::int[],
        ${rows.map(({ body }) => searchVector(plan, body))}::text[]) as renewed (id, revision, search)
      where item.id = renewed.id and item.revision = renewed.revision`.execute(db)
    renewed += rows.length
    after = last.id
  }
  await db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  if (renewed > 0) cache.changed(type.name)
  return renewed
}

function signatureOf({ type, parameters, coded }: TypePlan): string {
  const searched = type.fields.filter(({ search, visible }) => search !== undefined && visible === undefined)
  const written = [
    VECTOR_VERSION,
    ...searched.map(({ name, search }) => `${name}:${search}`),
    coded.signature,
    ...(parameters ? [textsSignature(parameters)] : []),
  ]
  return createHash('sha256').update(written.join('\n')).digest('hex').slice(0, 16)
}
