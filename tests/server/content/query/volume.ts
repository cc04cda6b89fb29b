// Provides very many items of all content types, with a value in every field that can be filtered or sorted by.
import { type Kysely, sql } from 'kysely'
import { columnOf } from '#server/content/fields/field-expression.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { IS_LONG } from '../../../support/long-run.ts'

const ITEMS = IS_LONG ? 100_000 : 20_000

/** Every item has the first word, one of a hundred the second. */
export const COMMON_WORD = '应急'
export const RARE_WORD = '蓬莱'

export function itemsOfEach(model: Model): number {
  return Math.ceil(ITEMS / model.contentTypes.length)
}

/** `n` counts from 1; values are spread, so that none stands for most of the rows. */
function sqlValue(model: Model, field: Field): string {
  switch (field.type) {
    case 'dict':
    case 'dict-list': {
      const values = model.dictionaries.find(({ name }) => name === field.dict)?.items ?? []
      const array = `array[${values.map(({ value }) => `'${value}'`).join(', ')}]::text[]`
      const one = `(${array})[1 + n % ${values.length}]`
      return field.type === 'dict' ? `to_jsonb(${one})` : `jsonb_build_array(${one})`
    }
    case 'number':
    case 'integer':
      return 'to_jsonb(n % 997)'
    case 'boolean':
      return 'to_jsonb(n % 10 = 0)'
    case 'date':
      return `to_jsonb(to_char(date '2010-01-01' + n % 7300, 'YYYY-MM-DD'))`
    case 'date-time':
      return `to_jsonb(to_char(timestamp '2010-01-01' + n % 7300 * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'))`
    case 'region':
      return `to_jsonb((11 + n % 50)::text || lpad((n % 20)::text, 2, '0'))`
    case 'ref-list':
    case 'text-list':
      return `jsonb_build_array('v' || n % 50)`
    default:
      return `to_jsonb('v' || n % 50)`
  }
}

async function insertType(db: Kysely<Schema>, model: Model, type: ContentType): Promise<void> {
  const fields = type.fields.filter(({ system }) => !system)
  const filled = fields.filter(({ filter, sort, name }) => filter || sort || name === type.parent)
  const body = filled.map((field) => `'${field.name}', ${sqlValue(model, field)}`).join(', ')
  const column = (name: string) => {
    const field = fields.find((candidate) => columnOf(type, candidate) === name)
    return field && filled.includes(field) ? `${sqlValue(model, field)} #>> '{}'` : 'null'
  }
  await sql
    .raw(`
    insert into item (id, type, status, owner_id, title, body, parent_id, category, region,
      view_count, like_count, comment_count, published_at, created_at, updated_at, search)
    select '${type.name}-' || n, '${type.name}', case when n % 20 = 0 then 'offline' else 'online' end, 'owner-' || n % 100,
      'v' || n % 50, jsonb_build_object(${body}), ${column('parent_id')}, ${column('category')}, ${column('region')},
      n % 991, n % 101, n % 11, now() - n * interval '1 hour', now() - n * interval '1 hour', now() - n * interval '1 hour',
      (case when n % 100 = 0 then '''${COMMON_WORD}'':1A ''${RARE_WORD}'':2A' else '''${COMMON_WORD}'':1A' end)::tsvector
    from generate_series(1, ${itemsOfEach(model)}) n`)
    .execute(db)
}

export async function insertVolume(db: Kysely<Schema>, model: Model): Promise<void> {
  for (const type of model.contentTypes) await insertType(db, model, type)
}
